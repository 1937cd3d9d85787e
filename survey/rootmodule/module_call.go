package rootmodule

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// knownModule is a module in the tables of arguments or permissions, with the names of the arguments that these tables use.
type knownModule struct {
	address, title string
	arguments      []string
}

// moduleOf returns the module of a source. Its address is "" if it is in no table.
func moduleOf(source modulecall.Source) (module knownModule) {
	for _, m := range facts.Arguments().Modules {
		if source.Matches(m.Registry, m.Repository) {
			module.address, module.title = m.Repository, m.Title
			module.arguments = slices.Sorted(maps.Keys(m.Reads))
		}
	}
	for _, m := range facts.Permissions().Modules {
		if source.Matches(m.Registry, m.Repository) {
			module.address, module.title = m.Repository, m.Title
			module.arguments = append(module.arguments, m.Arguments()...)
		}
	}
	return module
}

// readCall reads the call of a module in the tables.
func (t *reader) readCall(block *terraform.Resource, source modulecall.Source) {
	module := moduleOf(source)
	if module.address == "" {
		return
	}
	r := t.addResource(survey.ModuleCall, block, "")
	r.SetText("module", module.address)
	r.SetText("title", module.title)
	constraint, place := modulecall.Constraint(block, source)
	if source.IsFork(module.address) {
		constraint = ""
	}
	r.Versions = versions.ParseTerraform(constraint)
	setEnds(r, r.Versions)
	if place != nil && constraint != "" {
		r.Set("version", model.NewString(constraint).PlacedAt(place))
		r.Locate("version", block.Path, "version")
	}
	r.Set("arguments", argumentsOf(block, module.arguments))
	r.Locate("arguments", block.Path)
	r.Set("given", givenArguments(block))
	r.Locate("given", block.Path)
	r.Set("outputs", outputsRead(t.root, block))
	setGate(r, block)
}

// setEnds adds since and until, the range of versions that a call admits.
func setEnds(r *survey.Resource, admitted versions.Interval) {
	since, until := admitted.Ends()
	r.SetText("since", since)
	r.SetText("until", until)
}

// argumentsOf returns the arguments with these names. A name with dots selects the argument before the first dot.
func argumentsOf(block *terraform.Resource, names []string) *model.Value {
	v := *block.Value
	v.Entries = nil
	for _, e := range block.Value.Entries {
		if slices.ContainsFunc(names, func(name string) bool { return name == e.Key.Text || strings.HasPrefix(name, e.Key.Text+".") }) {
			v.Entries = append(v.Entries, e)
		}
	}
	return &v
}

// givenArguments maps the name of each argument of the call to true, at the place of the argument.
func givenArguments(block *terraform.Resource) *model.Value {
	given := model.NewMap().PlacedAt(block.Value)
	for _, a := range block.Body.Attributes {
		v := model.NewBool(true)
		v.Span, v.Origin = a.Span, &model.Origin{File: block.File, Computed: true}
		given.Entries = append(given.Entries, model.NewEntry(a.Name, v))
	}
	return given
}

// outputsRead returns the outputs of the called module that the calling module reads, each at the place of the reference.
func outputsRead(root *terraform.Root, block *terraform.Resource) *model.Value {
	list := model.NewList().PlacedAt(block.Value)
	for _, source := range root.Sources {
		if path.Dir(source.File.Path) == path.Dir(block.File.Path) {
			outputsIn(source, source.Body, block.Labels[0], list)
		}
	}
	return list
}

// outputsIn adds to the list the module's outputs in the expressions of a body.
func outputsIn(source *hcl.Source, body *hcl.Body, name string, list *model.Value) {
	prefix := []string{"module", name}
	for _, a := range body.Attributes {
		for _, traversal := range a.Variables() {
			steps := hcl.TraversalSteps(traversal)
			if len(steps) < 3 || steps[0] != prefix[0] || steps[1] != prefix[1] {
				continue
			}
			output := model.NewString(strings.Clone(steps[2]))
			output.Span, output.Origin = hcl.SpanOf(traversal.SourceRange()), &model.Origin{File: source.File, Computed: true}
			list.Items = append(list.Items, output)
		}
	}
	for _, b := range body.Blocks {
		outputsIn(source, b.Body, name, list)
	}
}
