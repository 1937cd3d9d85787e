package cli

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/versions"
)

// converting is one run of convert.
type converting struct {
	*runner
	in        *input
	options   convert.Options // of the command line
	converter *convert.Converter
	fixed     bool                                // the version was asked for on the command line
	charted   bool                                // charts change
	around    *lint.Tree                          // what stands around the files, once that was looked for
	files     map[string]*configured              // by path
	installed func(file string) project.Installed // what the project of a file installs
}

// configured is what the configuration of a file says, or flags instead of it.
type configured struct {
	*settings
	convert.Settings
	target versions.Target
}

// prepare makes the converter for the files. What their projects install is looked for only where it matters, because it
// takes reading the whole repository.
func (r *converting) prepare(c *cli.Context, files []*model.File) error {
	if err := r.configure(c); err != nil {
		return err
	}
	var err error
	if r.converter, err = convert.New(r.options); err != nil {
		return err
	}
	r.fixed = r.options.KarpenterVersion != ""
	r.installed = func(string) project.Installed { return project.Installed{} }
	if slices.ContainsFunc(files, func(f *model.File) bool { return r.converter.Matters(f.Path, f.Data) }) {
		if r.installed, err = r.survey(c); err != nil {
			return err
		}
	}
	r.options.Installed = r.installation
	r.options.Exists = func(file string) bool {
		_, err := os.Lstat(filepath.FromSlash(file))
		return err == nil
	}
	r.options.For = func(file string) convert.Settings { return r.of(file).Settings }
	r.converter, err = convert.New(r.options)
	return err
}

// configure reads what the configurations of the files say.
func (r *converting) configure(c *cli.Context) error {
	all, err := r.in.configs.asked(r.in.Files)
	if err != nil {
		return err
	}
	by := map[*settings]*configured{}
	for _, s := range all {
		o, err := convertOptions(c, s.Config)
		if err != nil {
			return err
		}
		r.options = convert.Options{To: o.To, Keep: o.Keep, KarpenterVersion: o.KarpenterVersion}
		target, err := versions.ParseTarget(s.KarpenterVersion, s.Place("karpenter-version"))
		if err != nil {
			return setting[string]{from: s.Place("karpenter-version")}.wrap(err)
		}
		by[s] = &configured{s, convert.Settings{
			KarpenterVersion: target.Exact(), Role: o.Role, Roles: o.Roles, InstanceProfile: o.InstanceProfile, IgnoreDefaults: o.IgnoreDefaults,
		}, target}
	}
	r.files = map[string]*configured{}
	for _, f := range r.in.Files {
		r.files[f.Path] = by[r.in.configs.of(f)]
	}
	return nil
}

// of returns what the configuration of a file says.
func (r *converting) of(file string) *configured {
	if known := r.files[file]; known != nil {
		return known
	}
	return &configured{settings: &settings{Config: &config.Config{}}}
}

// survey looks at everything around the files that were asked for, as lint does, and returns what is installed.
func (r *converting) survey(c *cli.Context) (func(file string) project.Installed, error) {
	tree, err := r.tree(c)
	if err != nil {
		return nil, err
	}
	r.around = &tree
	for i := range tree.Inputs {
		tree.Inputs[i].Context = true
	}
	return lint.Survey(r.ctx, tree).Installed, nil
}

// tree returns the files that were asked for, with everything around them.
func (r *converting) tree(c *cli.Context) (lint.Tree, error) {
	o := r.in.configs.options(load.Options{Terraform: true, Context: true})
	given := r.in.given()
	var around *load.Listing
	for _, text := range given {
		var err error
		if around, err = load.Stdin(bytes.NewReader(text), c.String("stdin-filename"), o); err != nil {
			return lint.Tree{}, err
		}
	}
	if around == nil {
		around = load.List(r.in.paths, o)
	}
	tree := lint.Tree{Files: lint.Overlay{Base: around.Disk()}.With(given)}
	for _, f := range around.Files {
		tree.Inputs = append(tree.Inputs, lint.Input{Path: f.Path, Terraform: f.Terraform, Named: f.Named, Context: f.Context})
	}
	return tree, nil
}

// charts adds what becomes of the installations of Karpenter's charts where the command line says for which version.
func (r *converting) charts(c *cli.Context, converted []convert.File, done *outcome) ([]convert.File, error) {
	if !r.fixed {
		return converted, nil
	}
	tree, err := r.tree(c)
	if err != nil {
		return nil, err
	}
	options := conversions.ChartOptions{Version: r.options.KarpenterVersion, ObjectsLeft: slices.ContainsFunc(converted, leavesObjects)}
	var charts *conversions.Charts
	all, refused := converted, []string(nil)
	for again := true; again; again = len(refused) > 0 {
		options.Held = append(options.Held, refused...)
		if charts, err = conversions.ConvertCharts(r.ctx, tree, options); err != nil {
			return nil, err
		}
		all, refused = conversions.Join(converted, charts, tree.Files.ReadFile)
	}
	r.in.Notes = append(r.in.Notes, charts.Told...)
	done.errors = append(done.errors, charts.Errors...)
	done.selected += len(charts.Texts) + len(charts.Notes)
	r.charted = len(charts.Texts) > 0
	return all, nil
}

// leavesObjects reports whether an object of the alpha API stays in the file for a person. What the controller made is never converted.
func leavesObjects(f convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool {
		isLeft := o.Status == convert.Undecided || o.Status == convert.Skipped
		isAlpha := strings.Contains(o.Kind.APIVersion, "/v1alpha") && !apis.IsNode(o.Kind.Kind)
		return isLeft && isAlpha
	})
}

// installation returns what the conversion of a file is to know. What the configuration says of the version wins.
func (r *converting) installation(file string) convert.Installation {
	return conversions.Installation(r.installed(file), r.of(file).target)
}

// versions names the Karpenter versions that the converted objects are for, in order, and if it is one what says so: for
// people; "" where neither an object became another one nor a chart changed.
func (r *converting) versions(converted []convert.File) string {
	from := map[string]string{}
	if r.charted {
		from[strings.TrimPrefix(r.options.KarpenterVersion, "v")] = ""
	}
	for i := range converted {
		f := &converted[i]
		if !changesKind(f) {
			continue
		}
		version := r.converter.Version(f.Path)
		if own := r.installation(f.Path); own.Version == version && !r.fixed {
			from[version] = " of " + own.From
		} else if _, known := from[version]; !known {
			from[version] = ""
		}
	}
	all := slices.SortedFunc(maps.Keys(from), func(a, b string) int { return semver.MustParse(a).Compare(semver.MustParse(b)) })
	if len(all) == 1 {
		return all[0] + from[all[0]]
	}
	return strings.Join(all, ", ")
}

// changesKind reports whether an object of the file becomes one of another kind or API, or would.
func changesKind(f *convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool { return o.From != o.To })
}

// unserved says which installations do not serve what was written, once for each.
func (r *converting) unserved(converted []convert.File) []string {
	var notes []string
	for i := range converted {
		f := &converted[i]
		if r.fixed || !changesKind(f) {
			continue
		}
		found := r.installed(f.Path)
		from, version := found.From, found.Version
		if target := r.of(f.Path).target; target.IsKnown() {
			from, version = target.From, target.Exact()
		}
		if version == "" || r.converter.Serves(version) {
			continue
		}
		note := fmt.Sprintf("Karpenter %s of %s does not serve %s; %s", version, from, r.converter.Output(), whatInstead(version, r.options))
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// whatInstead says what to do where a version does not serve what was asked for.
func whatInstead(version string, o convert.Options) string {
	switch instead := servedInstead(version, o); {
	case instead == "", isOlder(instead, o.To):
		return "upgrade before you apply it"
	case o.Keep && instead == convert.V1Beta1:
		return "without --keep it does"
	default:
		return fmt.Sprintf("karplint convert --to %s writes what it serves", instead)
	}
}

// servedInstead returns the API that the version serves, if that is not what was asked for, else "".
func servedInstead(version string, o convert.Options) convert.API {
	for _, name := range apis.Outputs() {
		api := convert.API(name)
		if api == o.To && !o.Keep {
			continue // that is what was asked for
		}
		if c, err := convert.New(convert.Options{To: api}); err == nil && c.Serves(version) {
			return api
		}
	}
	return ""
}

// isOlder reports whether one version of the API comes before another.
func isOlder(api, than convert.API) bool {
	all := apis.Outputs()
	return slices.Index(all, string(api)) < slices.Index(all, string(than))
}
