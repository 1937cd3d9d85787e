// Package inventory collects the facts about projects in the files of a repository: it scans all files, surveys those that may contain such facts,
// and arranges the observations. It lints nothing.
package inventory

import (
	"context"
	"slices"
	"strings"

	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// Inventory holds everything that the files of a tree tell about their projects.
type Inventory struct {
	*project.Map
	Roots  []*survey.Root // readable Terraform roots with all their resources, sorted by directory
	Errors []error        // about files that cannot be read, and bugs

	// Unparsed are the places in Terraform roots and in manifests about Karpenter from which on nothing was read, because the text does not
	// parse, or is Terraform in JSON. So an installation may be missing here.
	Unparsed []Unparsed
}

// Unparsed is a place from which on a file does not parse.
type Unparsed struct {
	File    string
	Line    int    // 1-based
	Message string // the fact, lower case, one line
	Help    string // what to do; "" if there is nothing to add
	Unread  bool   // its syntax is not read
}

// New collects the inventory of a source.
func New(ctx context.Context, s Source) Inventory {
	run := readAll(ctx, s, Selection{Wanted: scan.MayShow, keepsRoots: true})
	defer run.Close()
	round := run.Arrange(s.Files)
	inventory := Inventory{Map: round.Projects, Errors: round.Errors}
	for _, root := range round.Roots {
		if !root.Broken {
			inventory.Roots = append(inventory.Roots, root.kept.Observed)
		}
		inventory.Unparsed = append(inventory.Unparsed, root.unparsed...)
	}
	for _, f := range round.observed {
		inventory.Unparsed = append(inventory.Unparsed, f.unparsed...)
	}
	return inventory
}

// AppliedFiles returns the files of manifests whose objects a Terraform root applies. The objects count as resources of the root.
func (i Inventory) AppliedFiles() map[string]bool {
	files := map[string]bool{}
	for _, root := range i.Roots {
		for _, r := range root.Resources {
			if r.Object != nil && r.Object.Document != nil {
				files[r.Object.Document.File.Path] = true
			}
		}
	}
	return files
}

// ChartObjects returns the objects of Karpenter in the repository's charts that Terraform roots install, by directory of the root, and the objects of
// the templates that they come from. Those of a chart that installs Karpenter itself are left out, because they belong to that.
func (i Inventory) ChartObjects() (objects map[string][]*survey.Resource, templates map[*survey.Resource]bool) {
	objects, templates = map[string][]*survey.Resource{}, map[*survey.Resource]bool{}
	for _, root := range i.Roots {
		ofRoot, sources := i.Map.ChartObjects(root)
		for n, source := range sources {
			chart, _, _ := strings.Cut(source.File.Path, "/templates/")
			if len(i.InstallersIn(chart)) == 0 {
				objects[root.Dir], templates[source] = append(objects[root.Dir], ofRoot[n]), true
			}
		}
	}
	return objects, templates
}

// unparsedIn returns the files of a root that do not parse.
func unparsedIn(root *terraform.Root) (unparsed []Unparsed) {
	for _, e := range root.Errors {
		if !e.Parses && !e.Limit || e.Unread && MentionsKarpenter(e.File.Data) {
			unparsed = append(unparsed, Unparsed{e.File.Path, e.File.Position(e.Span.Start).Line, e.Message, e.Help, e.Unread})
		}
	}
	return unparsed
}

// Projects returns all projects: those of Terraform roots with the manifests that belong to them, and those of the other manifests.
func (i Inventory) Projects() (projects []*project.Project) {
	for _, root := range i.Roots {
		p := project.OfRoot(root)
		p.Resources = slices.Concat(root.Resources, i.Objects(root.Dir))
		projects = append(projects, p)
	}
	return append(projects, i.Manifests()...)
}
