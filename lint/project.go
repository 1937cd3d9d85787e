package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project/iam"
	"github.com/karplint/karplint/survey"
)

// ask starts to evaluate the rules of projects and returns their answers, in order. The fixes of one answer are planned
// while the next rule is evaluated.
func (w *projectChecker) ask() <-chan answer {
	units := w.unitsForProject()
	w.linter.together(units)
	answers := make(chan answer, len(units)) // so that neither side waits for the other
	go func() {
		defer close(answers)
		growStack(0)
		fields := w.prepare(units)
		question := sync.OnceValue(func() *rego.Input { return rego.NewInput(fields()...) })
		for _, u := range units {
			a := answer{unit: u}
			if u.Before {
				a.reports, a.err = w.reportsOnAll(u, fields)
			} else {
				a.reports, a.err = w.reports(u, question)
			}
			answers <- a
		}
	}()
	return answers
}

// prepare returns a function that makes the fields of the rules' input when it is first called.
func (w *projectChecker) prepare(units []*unit) func() [][2]*ast.Term {
	if len(units) == 0 {
		return nil
	}
	nearby := w.p.Nearby()
	return sync.OnceValue(func() [][2]*ast.Term { return w.fields(nearby) })
}

// unitsForProject returns the rules of projects that can have a finding in this one.
func (w *projectChecker) unitsForProject() []*unit {
	kinds := map[string]bool{}
	for _, r := range w.p.Resources {
		kinds[r.Kind] = true
	}
	units := slices.DeleteFunc(slices.Clone(w.rules.projectUnits), func(u *unit) bool {
		if u.Before && w.p.Before == nil {
			return true
		}
		return !slices.ContainsFunc(u.Kinds, func(kind string) bool { return kind == "*" && len(kinds) > 0 || kinds[kind] })
	})
	if len(units) > 0 {
		units = w.unitsHere(units, w.p.Resources)
	}
	return units
}

// project turns the answers of project rules into findings with places and fixes.
func (w *projectChecker) project(answers <-chan answer) {
	lookup := w.namer()
	for a := range answers {
		findings := w.checker.candidates(a, lookup, func() *actor { return w.first(a.unit, lookup) })
		for i := range findings {
			findings[i].Compares = a.Before && w.p.Before()[0] != w.p
		}
		w.plan(findings)
		w.weigh(findings)
		w.keep(findings)
	}
}

// first returns the first resource of the project that the rule reads. A failure of the rule is reported there.
func (w *projectChecker) first(u *unit, lookup naming) *actor {
	for _, r := range w.p.Resources {
		if about, err := lookup(r.ID); err == nil && r.File != nil && u.AnyKind(r.Kind, "*") {
			return about
		}
	}
	return &actor{View: &place.SpanView{File: &model.File{Path: w.p.Root}, Value: &model.Value{}}}
}

// namer returns the lookup of the project's resources. The view of a resource is made when a report first names it.
func (w *projectChecker) namer() naming {
	resources := make(map[string]*survey.Resource, len(w.p.Resources))
	for _, r := range w.p.Resources {
		resources[r.ID] = r
	}
	actors := map[string]*actor{}
	return func(id string) (*actor, error) {
		if a := actors[id]; a != nil {
			return a, nil
		}
		r := resources[id]
		if r == nil {
			return nil, fmt.Errorf("the report names the resource %q, which the project does not have", id)
		}
		a := &actor{address: r.Address, View: w.cache.View(r), source: sourceOf(r), block: r.Block, annotations: w.annotationsOf(r)}
		actors[id] = a
		return a, nil
	}
}

// annotationsOf returns the suppressions in the annotations of the object from which a resource was
// made.
func (w *projectChecker) annotationsOf(r *survey.Resource) []*ignore.Suppression {
	if r.Object != nil {
		v := w.cache.ObjectView(r)
		of := v.Site(ignore.AnnotationPath)
		if a := w.annotated[site{of.File, of.Span}]; a != nil {
			return []*ignore.Suppression{a}
		}
		annotations := ignore.Annotation(w.linter.rules, r.Object.Value, v)
		w.addAnnotations(annotations)
		return annotations
	}
	if short, ok := w.cache.View(r).(*place.ShortView); ok {
		return ignore.Annotation(w.linter.rules, short.Object.Object.Value, short.Object)
	}
	return nil
}

// fields returns the fields of the rules' input about the project.
func (w *projectChecker) fields(nearby []*survey.Resource) [][2]*ast.Term {
	edges := ast.NewObjectWithCapacity(len(w.p.Edges))
	for from, to := range w.p.Edges { // in any order: Rego sorts keys
		edges.Insert(ast.StringTerm(from), rego.Texts(to))
	}
	own, around := w.resourceTerms(w.p.Resources), w.nearbyTerms(nearby)
	p := ast.ObjectTerm(
		rego.TextField("root", w.p.Root),
		rego.Field("terraform", ast.InternedTerm(w.p.Terraform)),
		rego.Field("resources", ast.ArrayTerm(own...)),
		rego.Field("by_kind", byKind(w.p.Resources, own)),
		rego.Field("edges", ast.NewTerm(edges)),
		rego.Field("around", ast.ArrayTerm(around...)),
		rego.Field("around_by_kind", byKind(nearby, around)),
		rego.Field("crds_elsewhere", ast.InternedTerm(w.p.CRDsElsewhere())),
		rego.Field("controllers", w.controllerTerms()),
	)
	return [][2]*ast.Term{rego.Field("project", p), rego.Field("target", w.rules.target), rego.Field("config", w.linter.config)}
}

func (w *projectChecker) resourceTerms(resources []*survey.Resource) []*ast.Term {
	terms := make([]*ast.Term, len(resources))
	for i, r := range resources {
		terms[i] = w.resourceTerm(r)
	}
	return terms
}

// nearbyTerms returns the terms of resources around the project. Those of a class, of which there may be many, do not depend on the project.
func (w *projectChecker) nearbyTerms(resources []*survey.Resource) []*ast.Term {
	terms := make([]*ast.Term, len(resources))
	for i, r := range resources {
		terms[i], _ = w.p.DeriveOnce(r, func() any { return w.resourceTerm(r) }).(*ast.Term)
	}
	return terms
}

// byKind returns the terms of resources as lists by the kinds of the resources, so that a rule need not search all of them.
func byKind(resources []*survey.Resource, terms []*ast.Term) *ast.Term {
	lists := map[string][]*ast.Term{}
	for i, r := range resources {
		lists[r.Kind] = append(lists[r.Kind], terms[i])
	}
	var fields [][2]*ast.Term
	for kind, list := range lists { // in any order: Rego sorts keys
		fields = append(fields, rego.Field(kind, ast.ArrayTerm(list...)))
	}
	return ast.ObjectTerm(fields...)
}

// controllerTerms returns iam.Controllers for Rego: the policies and modules that allow Karpenter's controller to launch
// instances, with what they lack.
func (w *projectChecker) controllerTerms() *ast.Term {
	var terms []*ast.Term
	for _, c := range iam.Controllers(w.p) {
		lacks := make([]*ast.Term, len(c.Lacks))
		for i, lack := range c.Lacks {
			lacks[i] = ast.ObjectTerm(
				rego.TextField("permission", lack.Permission),
				rego.Field("actions", rego.Texts(lack.Actions)),
				rego.Field("place", rego.Path(lack.Place)),
				rego.TextField("input", lack.Input),
				rego.TextField("since", lack.Since),
				rego.TextField("since_input", lack.SinceInput),
			)
		}
		terms = append(terms, ast.ObjectTerm(
			rego.TextField("resource", c.ID),
			rego.TextField("kind", c.Kind),
			rego.Field("place", rego.Path(c.Place)),
			rego.Field("lacks", ast.ArrayTerm(lacks...)),
			rego.Field("known", ast.InternedTerm(c.Known)),
			rego.Field("roles", rego.Texts(c.Roles)),
			rego.Field("attached", ast.InternedTerm(c.Attached)),
			rego.Field("passes", rego.Term(model.NewList(c.Passes.ARNs...), false)),
			rego.Field("passes_more", ast.InternedTerm(c.Passes.More)),
		))
	}
	return ast.ArrayTerm(terms...)
}

func (w *projectChecker) resourceTerm(r *survey.Resource) *ast.Term {
	file := ""
	switch {
	case r.Object != nil && r.Object.Document != nil:
		file = r.Object.Document.File.Path // which a Terraform block may read
	case r.File != nil:
		file = r.File.Path
	}
	module, reference := splitAddress(r.Block)
	fields := [][2]*ast.Term{
		rego.TextField("id", r.ID),
		rego.TextField("address", r.Address),
		rego.TextField("kind", r.Kind),
		rego.TextField("file", file),
		rego.TextField("block", r.Block),
		rego.TextField("module", module),
		rego.TextField("reference", reference),
		rego.Field("writable", rego.Texts(slices.Sorted(maps.Keys(r.Real)))),
		rego.Field("value", rego.Term(r.Value, false)),
	}
	if cloud := w.context.Classes.CloudOf(r); cloud != "" {
		fields = append(fields, rego.TextField("cloud", cloud))
	}
	return ast.ObjectTerm(fields...)
}

// splitAddress splits the address of a block into its modules and its name inside them:
// module.a.helm_release.b into module.a and helm_release.b.
func splitAddress(block string) (module, reference string) {
	parts := strings.Split(block, ".")
	n := 0
	for len(parts)-n > 2 && parts[n] == "module" {
		n += 2
	}
	return strings.Join(parts[:n], "."), strings.Join(parts[n:], ".")
}
