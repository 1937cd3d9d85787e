package convert

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/aside"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Options steer a conversion. The zero value is the default of the command.
type Options struct {
	// To is the API of the output. "" means V1Beta1.
	To apis.API
	// Keep leaves the alpha objects where they are and adds their twins beside them; labels are added and not renamed. For
	// V1Beta1 only.
	Keep bool
	// Strict means that a conversion must be right for all possible values. Otherwise it is right for the values in the
	// repository.
	Strict bool
	// KarpenterVersion is the exact version the output is for, with or without "v". "" means the one that Installed names, or
	// else DefaultVersion of the API.
	KarpenterVersion string
	// Installed returns the installation of Karpenter that a file belongs to; nil: none is known.
	Installed func(file string) fields.Installation
	// Evaluated returns the objects that Terraform makes from the map at an offset of a file, with located values; nil if none are
	// known.
	Evaluated func(file string, start int) []*model.Value
	// Charts returns the installations of the chart in a directory; nil if none are known.
	Charts func(dir string) []charts.Installation
	// Role is the IAM role of the nodes, for classes that name neither role nor instance profile.
	Role string
	// Roles maps the name of an AWSNodeTemplate to its role; it wins over Role.
	Roles map[string]string
	// InstanceProfile is given to classes that name none, where Roles names no role for them.
	// A target without instance profiles (0.32.0 and 0.32.1) does without it.
	InstanceProfile string
	// IgnoreDefaults leaves out the requirements that the alpha API added by default.
	IgnoreDefaults bool
	// Exclude has globs of the kind and name of objects that are set aside: they stay as they are, and hold nothing back.
	Exclude []string
	// Exists reports whether a path exists, so that no new file may have it; nil: only the converted files do.
	Exists func(file string) bool
	// Waits returns what the objects of a file wait for, because they are converted together with it or not at all. The zero Wait,
	// or a nil function, means nothing.
	Waits func(file string) Wait
	// Declares reports whether the Terraform module in a directory declares the name in a reference, such as module.karpenter; nil
	// accepts every name.
	Declares func(dir, name string) bool
	// For returns the settings of a file in place of Role, Roles, InstanceProfile, IgnoreDefaults and Exclude; nil: these are for all files.
	For func(file string) Settings
}

// Wait is a decision that must be made before the objects that depend on it are written.
type Wait struct{ Name, Place string } // for messages: "helm_release.karpenter", "main.tf:6"

// Settings are the Options that may differ from file to file. Installed is left to the Options.
type Settings = fields.Settings

// Installation is the installation of Karpenter that a file belongs to. The zero value is unknown.
type Installation = fields.Installation

// Reference is a Terraform template that has the same value in all files of a module.
type Reference = fields.Reference

// ClusterDefault is the instance profile that an installation sets for classes which name none.
type ClusterDefault = fields.ClusterDefault

// Tag is a tag of EC2.
type Tag = fields.Tag

// Converter converts files with fixed options. It is safe for concurrent use.
type Converter struct {
	*apis.Goal // with the Release for files whose installation has no other one
	opts       Options
	fixed      bool                          // the release was asked for: no installation changes it
	settings   *fields.Settings              // of the file under conversion
	tables     map[facts.APIKind]fields.Step // that convert objects of a kind
	charts     *charts.Charts                // of the files of a run
	valueUses  map[units.ID]*charts.Use      // the objects in templates that take their specs, or their requirements, from values
	expanded   charts.Expanded
	scripts    map[string]*scripts.Script // with objects, by path
	aside      *aside.Finder              // of the file under conversion
	parsed     *units.Files
	kubelets   *kubelet.Uses     // that the objects of the file under conversion have
	onParse    func(path string) // is called for each file that is parsed; for tests
}

// New returns a Converter, or an error a user can read where the options make no sense: a
// version that is none, or not exact, or that does not serve the API, Role together with InstanceProfile, Keep for another API than V1Beta1.
func New(opts Options) (*Converter, error) { return newConverter(opts, fields.Karpenter()) }

func newConverter(opts Options, r *fields.Registry) (*Converter, error) {
	goal, err := apis.NewGoal(&r.Registry, cmp.Or(opts.To, apis.V1Beta1), opts.Keep)
	if err != nil {
		return nil, err
	}
	goal.Strict = opts.Strict
	c := &Converter{Goal: goal, opts: opts, fixed: opts.KarpenterVersion != "", tables: r.Steps, charts: &charts.Charts{}}
	c.settings = &fields.Settings{Role: opts.Role, Roles: opts.Roles, InstanceProfile: opts.InstanceProfile, IgnoreDefaults: opts.IgnoreDefaults, Exclude: opts.Exclude}
	version := strings.TrimPrefix(cmp.Or(opts.KarpenterVersion, c.OutputAPI().Release), "v")
	c.Release, err = semver.StrictNewVersion(version)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is not an exact version of Karpenter; write it as %s", opts.KarpenterVersion, c.OutputAPI().Release)
	case opts.Role != "" && opts.InstanceProfile != "":
		return nil, fmt.Errorf("a role (%q) and an instance profile (%q) exclude each other; set one of them", opts.Role, opts.InstanceProfile)
	case opts.Keep && !c.Serveable():
		return nil, fmt.Errorf("no version of Karpenter serves both the alpha API and %s; objects can only be kept with v1beta1", c.To)
	case !c.IsServedBy(c.Release):
		return nil, fmt.Errorf("Karpenter %s does not serve %s; set a version %s", c.Release, c.Output(), c.ServedText())
	}
	return c, nil
}

// forFile returns a Converter for the installation that the file belongs to, and with the settings of the file.
func (c *Converter) forFile(file string) *Converter {
	converter, goal, settings := *c, *c.Goal, *c.settings
	converter.Goal, converter.settings, converter.kubelets = &goal, &settings, &kubelet.Uses{}
	if c.opts.For != nil {
		settings = c.opts.For(file)
	}
	if c.opts.Installed != nil {
		settings.Installed = c.opts.Installed(file)
	}
	if c.opts.Declares != nil {
		settings.Declares = func(name string) bool { return c.opts.Declares(path.Dir(file), name) }
	}
	version := settings.Installed.Version
	if c.Serves(settings.KarpenterVersion) {
		version = settings.KarpenterVersion
	}
	if v, err := semver.NewVersion(version); err == nil && !c.fixed && c.IsServedBy(v) {
		goal.Release = v
	}
	converter.aside = aside.NewFinder(settings.Exclude)
	return &converter
}

// Files converts all files of one run together, because a pool and its class, or a base and its patches,
// are converted or left together across files. It returns one File for each input that holds an object, a
// change or a note, in the order of the input, on which nothing else depends. Every file has an outcome: text that
// cannot be read or converted becomes a Note. The trees of small files stay in memory between the passes; large ones are parsed for each.
func (c *Converter) Files(files []*model.File) []File {
	position := map[string]int{}
	for i, f := range files {
		position[f.Path] = i
	}
	files = slices.SortedStableFunc(slices.Values(files), func(a, b *model.File) int { return cmp.Compare(a.Path, b.Path) })
	out := c.sortedFiles(files)
	slices.SortStableFunc(out, func(a, b File) int {
		return position[cmp.Or(a.Beside, a.Path)] - position[cmp.Or(b.Beside, b.Path)]
	})
	return out
}

// sortedFiles converts files in the order of their paths.
func (c *Converter) sortedFiles(files []*model.File) []File {
	run := *c
	files = run.readScripts(files)
	run.parsed = units.NewFiles(files, units.Reading{Matters: concerns, MayConvert: mayConvert, Understand: c.understand, OnParse: c.onParse})
	run.charts = charts.New(files, run.parsed.OnlyRoot, c.opts.Charts)
	read, expanded := run.charts.Expand(files)
	run.expanded = expanded
	run.parsed.Replace(files, read)
	run.findSpecs(read)
	out := run.files(read)
	for i, f := range files {
		for j := range out {
			if r := &out[j]; read[i] != f && r.Path == f.Path && bytes.Equal(r.Before, read[i].Data) {
				r.Before, r.After, r.Written = f.Data, expanded.Collapse(f.Path, r.After), expanded.Collapse(f.Path, r.Written)
			}
		}
	}
	run.restoreScripts(out)
	return out
}

// files converts the files of a run: it surveys all, decides what concerns several of them, and converts each.
func (c *Converter) files(files []*model.File) []File {
	survey := c.surveyFiles(files)
	c.arrange(files, survey)
	results := make([]*result, len(files))
	convert := func(i int) { results[i] = c.convertFile(files[i], i, survey, nil) }
	forEachFile(files, convert)
	for _, retract := range []func([]*result) map[int]bool{survey.withholdKubelets, survey.dropCopies} { // of plans that turned out to be impossible
		affected := retract(results)
		forEachFile(files, func(i int) {
			if affected[i] {
				convert(i)
			}
		})
	}
	blocked := survey.groups(results, c)
	forEachFile(files, func(i int) {
		c.noteHeld(survey, results[i])
		c.holdBack(files[i], i, survey, results[i], blocked)
	})
	return filesOf(results, blocked)
}

// surveyFiles returns the survey of all files.
func (c *Converter) surveyFiles(files []*model.File) *survey {
	moves := c.Behaves.KubeletInClass && slices.ContainsFunc(files, func(f *model.File) bool { return bytes.Contains(f.Data, []byte("kubelet")) })
	surveys := make([]*survey, len(files))
	forEachFile(files, func(i int) { surveys[i] = c.surveyFile(files[i], i, moves) })
	return merge(surveys, c.Goal)
}

// arrange makes the plans that concern several files.
func (c *Converter) arrange(files []*model.File, survey *survey) {
	for i, f := range files {
		survey.numbers[f.Path] = i
	}
	survey.builds.Follow(c.Goal, c.parsed, files, func(f *model.File, number int) []*patches.Base { return c.bases(f, number, survey) })
	c.leaveTwins(survey)
	survey.kubelets = kubelet.NewPlan(c.Goal, survey.index, survey.builds, survey.kubeletUses)
	survey.modules = sites.NewModules(c.Goal, c.parsed, files, c.opts.Exists, survey.takers)
	for i := range survey.index.Members {
		m := &survey.index.Members[i]
		survey.modules.Plan(&m.Origin, c.twin(survey, m))
	}
	for i := range survey.index.Members {
		m := &survey.index.Members[i]
		survey.modules.Reserve(&m.Origin, survey.kubelets.CopiesOf(m.ID))
	}
}

// filesOf returns the outcomes of the files, with those of new files beside them.
func filesOf(results []*result, blocked map[units.ID]outcome) []File {
	var out []File
	for _, r := range results {
		if len(r.Objects) > 0 || len(r.Notes) > 0 || r.Changed() {
			out = append(out, r.File)
		}
		for _, n := range r.created {
			added := File{Path: n.Path, Beside: r.Path, After: n.Text, Written: n.Text, Group: r.Group}
			if _, isBlocked := blocked[n.Of]; isBlocked {
				added.Written = nil
			}
			out = append(out, added)
		}
	}
	return out
}

// forEachFile calls do for every file, on all processors, and waits. If it panics for one, the others are done before each panics.
func forEachFile(files []*model.File, do func(i int)) {
	path := func(f *model.File) string { return f.Path }
	bugs := parallel.Each(context.Background(), 0, files, path, func(i int, _ *model.File) error {
		do(i)
		return nil
	})
	if len(bugs) > 0 {
		panic(bugs[0])
	}
}
