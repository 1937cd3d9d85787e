package cli

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/versions"
)

// converting is one run of convert.
type converting struct {
	*runner
	in           *input
	options      convert.Options // of the flags
	converter    *convert.Converter
	versionGiven bool                    // by --karpenter-version
	chartsChange bool                    // charts change
	context      *lint.Tree              // the files around the requested ones, if they were needed
	files        map[string]*configured  // by path
	projects     *project.Map            // which installation each file belongs to; nil if no file matters
	evaluated    []lint.Evaluated        // what Terraform applies of Karpenter
	waits        map[string]convert.Wait // by path: the installation that its objects wait for
}

// configured is the configuration of a file, with the flags that override it.
type configured struct {
	*settings
	convert.Settings
	target versions.Target
}

// prepare makes the converter for the files. It looks for installations only if a file depends on them, because that
// requires reading the whole repository.
func (r *converting) prepare(c *cli.Context, files []*model.File) error {
	if err := r.configure(c); err != nil {
		return err
	}
	var err error
	if r.converter, err = convert.New(r.options); err != nil {
		return err
	}
	r.versionGiven = r.options.KarpenterVersion != ""
	if slices.ContainsFunc(files, func(f *model.File) bool { return r.converter.Matters(f.Path, f.Data) }) {
		surveyed, err := r.survey(c, charts.AnyIn(files))
		if err != nil {
			return err
		}
		r.projects, r.evaluated = surveyed.Map, surveyed.Evaluated
		r.options.Charts = r.chartInstallations
		r.options.Declares = conversions.Declares(r.context.Files)
	}
	r.options.Installed = r.installation
	r.options.Evaluated = r.evaluatedAt
	r.options.Exists = func(file string) bool { return regular.Exists(filepath.FromSlash(file)) }
	r.options.For = func(file string) convert.Settings { return r.configurationOf(file).Settings }
	r.options.Waits = func(file string) convert.Wait { return r.waits[file] }
	r.converter, err = convert.New(r.options)
	return err
}

// configure reads the configurations of the files.
func (r *converting) configure(c *cli.Context) error {
	requested, err := r.in.configs.requestedSettings(r.in.Files)
	if err != nil {
		return err
	}
	bySettings := map[*settings]*configured{}
	for _, s := range requested {
		o, err := convertOptions(c, s.Config)
		if err != nil {
			return err
		}
		r.options = convert.Options{To: o.To, Keep: o.Keep, Strict: o.Strict, KarpenterVersion: o.KarpenterVersion}
		target, err := versions.ParseTarget(s.KarpenterVersion, s.Place("karpenter-version"))
		if err != nil {
			return setting[string]{from: s.Place("karpenter-version")}.wrap(err)
		}
		bySettings[s] = &configured{s, convert.Settings{
			KarpenterVersion: target.Exact(), Role: o.Role, Roles: o.Roles, InstanceProfile: o.InstanceProfile, IgnoreDefaults: o.IgnoreDefaults,
		}, target}
	}
	r.files = map[string]*configured{}
	for _, f := range r.in.Files {
		r.files[f.Path] = bySettings[r.in.configs.settingsOf(f)]
	}
	return nil
}

// configurationOf returns the configuration of a file.
func (r *converting) configurationOf(file string) *configured {
	if configuration := r.files[file]; configuration != nil {
		return configuration
	}
	return &configured{settings: &settings{Config: &config.Config{}}}
}

// survey reads the files around the requested ones, as lint does, and returns what each project installs; with anyChart also who installs other charts.
func (r *converting) survey(c *cli.Context, anyChart bool) (lint.Surveyed, error) {
	tree, err := r.tree(c)
	if err != nil {
		return lint.Surveyed{}, err
	}
	r.context = &tree
	for i := range tree.Inputs {
		tree.Inputs[i].Context = true
	}
	return lint.Survey(r.ctx, tree, anyChart), nil
}

// evaluatedAt returns the objects that Terraform makes of the one at an offset of a file.
func (r *converting) evaluatedAt(file string, start int) (all []*model.Value) {
	for _, e := range r.evaluated {
		if e.File == file && e.Start == start {
			all = append(all, e.Value)
		}
	}
	return all
}

// chartInstallations returns the installations of the chart in a directory.
func (r *converting) chartInstallations(dir string) (all []charts.Installation) {
	for _, given := range r.projects.ChartValues(dir) {
		all = append(all, charts.Installation(given))
	}
	return all
}

// installed returns what the project of a file installs.
func (r *converting) installed(file string) project.Installed {
	if r.projects == nil {
		return project.Installed{}
	}
	return r.projects.Installed(file)
}

// tree returns the requested files and those around them.
func (r *converting) tree(c *cli.Context) (lint.Tree, error) {
	o := r.in.configs.loadOptions(load.Options{Terraform: true, Context: true})
	texts := r.in.stdinTexts()
	var listing *load.Listing
	for _, text := range texts {
		var err error
		if listing, err = load.Stdin(bytes.NewReader(text), c.String("stdin-filename"), o); err != nil {
			return lint.Tree{}, err
		}
	}
	if listing == nil {
		listing = load.List(r.in.paths, o)
	}
	tree := lint.Tree{Files: fileset.Overlay{Base: r.in.disk(listing)}.With(texts)}
	for _, f := range listing.Files {
		tree.Inputs = append(tree.Inputs, inputOf(f))
	}
	return tree, nil
}

// installation describes the installation that a file is converted for. A version in the configuration wins.
func (r *converting) installation(file string) convert.Installation {
	return conversions.Installation(r.installed(file), r.configurationOf(file).target)
}

// versionsText lists the Karpenter versions that the converted objects are for, in order, and for a single one its source; "" if no
// object and no chart changed.
func (r *converting) versionsText(converted []convert.File) string {
	from := map[string]string{}
	if r.chartsChange {
		from[strings.TrimPrefix(r.options.KarpenterVersion, "v")] = ""
	}
	for i := range converted {
		f := &converted[i]
		if !changesKind(f) {
			continue
		}
		version := r.converter.Version(f.Path)
		if installation := r.installation(f.Path); installation.Version == version && !r.versionGiven {
			from[version] = " of " + installation.From
		} else if _, listed := from[version]; !listed {
			from[version] = ""
		}
	}
	all := slices.SortedFunc(maps.Keys(from), func(a, b string) int { return semver.MustParse(a).Compare(semver.MustParse(b)) })
	if len(all) == 1 {
		return all[0] + from[all[0]]
	}
	return strings.Join(all, ", ")
}

// changesKind reports whether the kind or API of an object in the file changes, or would.
func changesKind(f *convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool { return o.From != o.To })
}

// unservedNotes returns a note for each installation that does not serve the converted objects.
func (r *converting) unservedNotes(converted []convert.File) []string {
	var notes []string
	for i := range converted {
		f := &converted[i]
		if r.versionGiven || !changesKind(f) {
			continue
		}
		installed := r.installed(f.Path)
		from, version := installed.From, installed.Version
		if target := r.configurationOf(f.Path).target; target.IsKnown() {
			from, version = target.From, target.Exact()
		}
		if version == "" || r.converter.Serves(version) {
			continue
		}
		note := fmt.Sprintf("Karpenter %s of %s does not serve %s; %s", version, from, r.converter.Output(), unservedAdvice(version, r.options))
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// unservedAdvice returns the advice for a version that does not serve the requested API.
func unservedAdvice(version string, o convert.Options) string {
	switch served := servedAPI(version, o); {
	case served == "", isOlder(served, o.To):
		return "upgrade before you apply the result"
	case o.Keep && served == convert.V1Beta1:
		return "convert without --keep"
	default:
		return fmt.Sprintf("convert with --to %s", served)
	}
}

// servedAPI returns another API than the requested one that the version serves, or "".
func servedAPI(version string, o convert.Options) convert.API {
	for _, name := range apis.Outputs() {
		api := convert.API(name)
		if api == o.To && !o.Keep {
			continue // the requested one
		}
		if c, err := convert.New(convert.Options{To: api}); err == nil && c.Serves(version) {
			return api
		}
	}
	return ""
}

// isOlder reports whether one version of the API comes before another.
func isOlder(api, second convert.API) bool {
	all := apis.Outputs()
	return slices.Index(all, string(api)) < slices.Index(all, string(second))
}
