package conversions

import (
	"context"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/versions"
)

// Request is the input of a Run.
type Request struct {
	// Options are only To, Keep, Strict, AsDecided and Exists; if KarpenterVersion is set, the installations of Karpenter's charts are converted too.
	Options  convert.Options
	Files    []*model.File                        // the files that may change
	Tree     func() (lint.Tree, error)            // the requested files and those around them; called only if a file depends on them
	Settings func(file string) Settings           // the configuration of a file
	Check    func(converted []convert.File) error // an error ends the run; may be nil
	Piped    bool                                 // the text comes from a pipe, so no files around it show permissions

	ElseInPlace bool // with Keep: objects that cannot get a successor beside them are converted in place
	Linted      bool // lint checks the result, and reports the permissions that the controller lacks

	Drift   bool                   // see installations.Options
	IsOther func(file string) bool // see installations.Options
}

// Settings hold the configuration of a file.
type Settings struct {
	convert.Settings
	Target versions.Target // overrides the installed version
}

// Run is a conversion of objects, and of the installations that must serve them.
type Run struct {
	Request
	Converter *convert.Converter
	Projects  *project.Map // the installation of each file; nil if no file matters
	Around    *lint.Tree   // the files around the requested ones; nil if they were not needed

	inPlace   *convert.Converter          // like Converter, without Keep
	evaluated map[mapStart][]*model.Value // the Karpenter objects that Terraform applies, by the map that they are written as
	waits     map[string]convert.Wait     // by path: the installation that its objects wait for
}

// Result is the outcome of a Run.
type Result struct {
	Files    []convert.File
	Charts   *installations.Conversion // nil unless charts were requested
	Messages []string
	Errors   []error // about files that cannot be read, and bugs; the rest was converted
}

// ChangesCharts reports whether an installation of a chart changes.
func (r *Result) ChangesCharts() bool { return r.Charts != nil && len(r.Charts.Texts) > 0 }

// NewRun makes the converter for the files. It searches for installations only if a file depends on them, because that requires
// reading the whole repository.
func NewRun(ctx context.Context, request Request) (*Run, error) {
	r := &Run{Request: request, waits: map[string]convert.Wait{}}
	o := request.Options
	var err error
	if r.Converter, err = convert.New(o); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(r.Files, func(f *model.File) bool { return r.Converter.Matters(f.Path, f.Data) }) {
		if err := r.survey(ctx); err != nil {
			return nil, err
		}
		o.Charts = r.chartInstallations
		o.Declares = Declares(r.Around.Files)
	}
	o.Installed = r.Installation
	o.Evaluated = r.evaluatedAt
	o.For = func(file string) convert.Settings { return r.Settings(file).Settings }
	o.Waits = func(file string) convert.Wait { return r.waits[file] }
	if r.Converter, err = convert.New(o); err != nil {
		return nil, err
	}
	o.Keep = false
	r.inPlace, err = convert.New(o)
	return r, err
}

// survey reads the files around the requested ones, as lint does, to find the installations of each project. If charts are converted, it
// also finds who installs those charts.
func (r *Run) survey(ctx context.Context) error {
	tree, err := r.Tree()
	if err != nil {
		return err
	}
	tree.Inputs = slices.Clone(tree.Inputs)
	for i := range tree.Inputs {
		tree.Inputs[i].Context = true
	}
	surveyed := inventory.Survey(ctx, tree.Source, charts.AnyIn(r.Files))
	r.Around, r.Projects, r.evaluated = &tree, surveyed.Map, map[mapStart][]*model.Value{}
	for _, e := range surveyed.Evaluated {
		start := mapStart{e.File, e.Start}
		r.evaluated[start] = append(r.evaluated[start], e.Value)
	}
	return nil
}

// evaluatedAt returns the objects that Terraform makes from the map at an offset of a file.
func (r *Run) evaluatedAt(file string, start int) []*model.Value {
	return r.evaluated[mapStart{file, start}]
}

// mapStart is where a map begins in a file of Terraform.
type mapStart struct {
	file   string
	offset int
}

// chartInstallations returns the installations of the chart in a directory.
func (r *Run) chartInstallations(dir string) (installations []charts.Installation) {
	for _, given := range r.Projects.ChartValues(dir) {
		installations = append(installations, charts.Installation(given))
	}
	return installations
}

// Installed returns the installation of the project of a file.
func (r *Run) Installed(file string) project.Installed {
	if r.Projects == nil {
		return project.Installed{}
	}
	return r.Projects.Installed(file)
}

// Installation describes the installation that a file is converted for. A version in the configuration overrides the installed
// one.
func (r *Run) Installation(file string) settings.Installation {
	return Installation(r.Installed(file), r.Settings(file).Target)
}

// ChartsToo reports whether the installations of Karpenter's charts are converted.
func (r *Run) ChartsToo() bool { return r.Options.KarpenterVersion != "" }

// Convert converts the objects in the files, and the installations of Karpenter's charts. An installation and the objects that it
// must serve wait for each other, so both are converted again until no more objects have to wait.
func (r *Run) Convert(ctx context.Context) (*Result, error) {
	var left []installations.Left
	for {
		converted, bugs := r.convertObjects()
		if r.Check != nil {
			if err := r.Check(converted); err != nil {
				return nil, err
			}
		}
		result := &Result{Files: converted, Errors: bugs}
		if !r.ChartsToo() {
			return result, r.notePermissions(ctx, result)
		}
		left = append(left, installations.LeftObjects(r.notWaiting(converted), r.Projects, r.Options.KarpenterVersion)...)
		if err := r.convertCharts(ctx, result, left); err != nil {
			return nil, err
		}
		if r.makeWait(result.Charts) {
			continue
		}
		result.Messages = append(result.Messages, result.Charts.Messages...)
		result.Errors = append(result.Errors, result.Charts.Errors...)
		return result, r.notePermissions(ctx, result)
	}
}

// makeWait records the files whose objects wait for their installation, and reports whether these are more than before.
func (r *Run) makeWait(charts *installations.Conversion) bool {
	more := false
	for _, f := range r.Files {
		wait := charts.WaitOf(f.Path, r.Projects, r.Converter.To)
		if _, known := r.waits[f.Path]; !known && wait != (convert.Wait{}) {
			r.waits[f.Path], more = wait, true
		}
	}
	return more
}

// notePermissions adds notes about permissions that the controller lacks, if objects or charts change.
func (r *Run) notePermissions(ctx context.Context, result *Result) error {
	changesObjects := slices.ContainsFunc(result.Files, func(f convert.File) bool { return f.ChangesKind() })
	changesCluster := changesObjects || result.ChangesCharts()
	if r.Piped || r.Linted || !changesCluster {
		return nil
	}
	tree, err := r.Tree()
	if err != nil {
		return err
	}
	result.Files, err = r.addPermissions(ctx, tree, result.Files)
	return err
}

// notWaiting returns the files whose objects do not wait for an installation.
func (r *Run) notWaiting(converted []convert.File) []convert.File {
	return slices.DeleteFunc(slices.Clone(converted), func(f convert.File) bool {
		_, waits := r.waits[f.Path]
		return waits
	})
}

// convertCharts converts the installations of Karpenter's charts, and joins their conversion with that of the objects.
func (r *Run) convertCharts(ctx context.Context, result *Result, left []installations.Left) error {
	tree, err := r.Tree()
	if err != nil {
		return err
	}
	options := installations.Options{
		Version: r.Options.KarpenterVersion, ObjectsLeft: slices.ContainsFunc(result.Files, leavesObjects),
		AsDecided: r.Options.AsDecided, RolesLeft: slices.ContainsFunc(result.Files, leavesRoles), Left: left, Drift: r.Drift, IsOther: r.IsOther,
	}
	for {
		charts, err := installations.Convert(ctx, tree, options)
		if err != nil {
			return err
		}
		files, refused := Join(result.Files, charts, tree.Files.ReadFile)
		if len(refused) == 0 {
			result.Charts, result.Files = charts, files
			return nil
		}
		options.Refused = append(options.Refused, refused...)
	}
}

// leavesObjects reports whether a person must decide about an alpha object in the file. Objects that the controller makes are
// never converted, so they do not count.
func leavesObjects(f convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool {
		isLeft := o.Status == convert.Undecided || o.Status == convert.Skipped && !o.Aside
		isAlpha := strings.Contains(o.Kind.APIVersion, "/v1alpha") && !apis.IsNode(o.Kind.Kind)
		return isLeft && isAlpha
	})
}

// leavesRoles reports whether a class in the file still needs a role.
func leavesRoles(f convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool { return o.NeedsRole })
}
