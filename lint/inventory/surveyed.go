package inventory

import (
	"context"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// Surveyed is the result of Survey.
type Surveyed struct {
	*project.Map
	Evaluated []Evaluated
}

// Evaluated is an object of Karpenter that Terraform applies, with the values that it has in one root.
type Evaluated struct {
	File  string // the file that contains it
	Start int    // the offset of its map there
	Value *model.Value
}

// Survey finds the installation that each manifest belongs to, and the Karpenter objects that Terraform applies. It parses only manifests that may
// install Karpenter, or with anyChart any chart. It leaves out files that cannot be read or do not parse.
func Survey(ctx context.Context, s Source, anyChart bool) Surveyed {
	selection := Selection{Wanted: scan.MayInstall, keepsRoots: true}
	if anyChart {
		selection.Wanted, selection.RootSigns = scan.MayInstallAny, scan.Releases
	}
	run := readAll(ctx, s, selection)
	defer run.Close()
	round := run.Arrange(s.Files)
	surveyed := Surveyed{Map: round.Projects}
	for _, root := range round.Roots {
		if !root.Broken {
			surveyed.Evaluated = append(surveyed.Evaluated, evaluatedObjects(root.kept.Observed.Resources)...)
		}
	}
	return surveyed
}

// Installations returns the charts of any kind that the files install, in short form, with the files of their values.
func Installations(ctx context.Context, s Source) []*survey.Resource {
	return readAll(ctx, s, Selection{Wanted: scan.MayInstallAny}).survey(s.Files).observations().Installations()
}

// evaluatedObjects returns Karpenter's objects among the resources of a root.
func evaluatedObjects(resources []*survey.Resource) (objects []Evaluated) {
	for _, r := range resources {
		o := r.Object
		if o == nil || o.Document == nil || !facts.IsKarpenter(o.Group()) {
			continue
		}
		file := o.Document.File
		if o.Value.Origin != nil && o.Value.Origin.File != nil {
			file = o.Value.Origin.File
		}
		objects = append(objects, Evaluated{File: file.Path, Start: o.Value.Span.Start, Value: o.Value.LocatedIn(&model.Origin{File: file})})
	}
	return objects
}
