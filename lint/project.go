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
	if w.linter.show != nil {
		w.show(w.fields(w.p.Nearby()))
	}
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
		if r.File != nil {
			a.writtenIn = r.File.Path
		}
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
		rego.TextField("root", w.p.Root),                                    // the directory of the project
		rego.Field("terraform", ast.InternedTerm(w.p.Terraform)),            // true for a Terraform root, false for manifests
		rego.Field("resources", ast.ArrayTerm(own...)),                      // all resources of the project
		rego.Field("by_kind", byKind(w.p.Resources, own)),                   // the same, in a list for each kind: input.project.by_kind.Cluster
		rego.Field("edges", ast.NewTerm(edges)),                             // what each block of Terraform depends on directly, by address; see order
		rego.Field("around", ast.ArrayTerm(around...)),                      // classes and controllers that this and other projects share
		rego.Field("around_by_kind", byKind(nearby, around)),                // the same by kind
		rego.Field("crds_elsewhere", ast.InternedTerm(w.p.CRDsElsewhere())), // true if something outside of the project may install Karpenter's CRDs
		rego.Field("controllers", w.controllerTerms()),                      // policies and modules that let Karpenter's controller launch instances
	)
	return [][2]*ast.Term{
		rego.Field("project", p),              // what the rule looks at
		rego.Field("target", w.rules.target),  // as for a resource
		rego.Field("config", w.linter.config), // likewise
	}
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
		terms = append(terms, ast.ObjectTerm(
			rego.TextField("resource", c.ID),                                        // the id of the policy or module
			rego.TextField("kind", c.Kind),                                          // of that resource
			rego.Field("place", rego.Path(c.Place)),                                 // of the statement that allows launching instances
			rego.Field("lacks", lackTerms(c.Lacks)),                                 // the permissions that it does not give
			rego.Field("known", ast.InternedTerm(c.Known)),                          // false if the role has policies elsewhere; then lacks is empty
			rego.Field("roles", rego.Texts(c.Roles)),                                // the nodes of its roles
			rego.Field("attached", ast.InternedTerm(c.Attached)),                    // true if a role of the controller has it
			rego.Field("passes", rego.Term(model.NewList(c.Passes.ARNs...), false)), // the ARNs of the roles that it may give to nodes
			rego.Field("passes_more", ast.InternedTerm(c.Passes.More)),              // true if there may be others
		))
	}
	return ast.ArrayTerm(terms...)
}

func lackTerms(lacks []iam.Lack) *ast.Term {
	terms := make([]*ast.Term, len(lacks))
	for i, lack := range lacks {
		terms[i] = ast.ObjectTerm(
			rego.TextField("permission", lack.Permission),   // its name in facts/permissions.yaml
			rego.Field("actions", rego.Texts(lack.Actions)), // those of IAM that are missing
			rego.Field("place", rego.Path(lack.Place)),      // of the condition that excludes a tag
			rego.TextField("input", lack.Input),             // the argument of the module that grants it; "" if there is none
			rego.TextField("since", lack.Since),             // the first version of the module that can grant it
			rego.TextField("since_input", lack.SinceInput),  // the argument that grants it in that version
		)
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
		rego.TextField("id", r.ID),                                           // by which a report names it
		rego.TextField("address", r.Address),                                 // for people: helm_release.karpenter, NodePool/default
		rego.TextField("kind", r.Kind),                                       // one of the kinds below
		rego.TextField("file", file),                                         // in which it is written
		rego.TextField("block", r.Block),                                     // the address of its block, a key of edges; "" in a manifest
		rego.TextField("module", module),                                     // the modules in that address; "" in the root
		rego.TextField("reference", reference),                               // the rest of that address, by which expressions in the module name it
		rego.Field("writable", rego.Texts(slices.Sorted(maps.Keys(r.Real)))), // the absent keys of value, with dots, that a fix can set
		rego.Field("value", rego.Term(r.Value, false)),                       // a map with the keys of its kind
	}
	if cloud := w.context.Classes.CloudOf(r); cloud != "" {
		fields = append(fields, rego.TextField("cloud", cloud)) // of a pool: the API group of its provider; absent if nothing shows it
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
