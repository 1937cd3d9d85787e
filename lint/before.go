package lint

import (
	"cmp"
	"path"
	"slices"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// withBefore returns the project of a job with its former states: those of the other sides of a comparison, or itself if its upgrade is planned.
func (r *Run) withBefore(by *runLinter, j job, of *project.Project) *project.Project {
	compared := *of
	switch {
	case r.former != nil:
		compared.Before = sync.OnceValue(func() []*project.Project { return r.former(j) })
	case by.planned:
		compared.Before = func() []*project.Project { return []*project.Project{&compared} }
	}
	return &compared
}

// former returns the states of a project of the present side on the other sides; none if one of them lacks it.
func (c *comparison) former(j job) (states []*project.Project) {
	for _, old := range c.sides[1:] {
		other, ok := c.counterpart(j, old)
		if !ok {
			return nil
		}
		of := other.project
		if other.root != nil {
			of = old.projectOf(old.now.Read(other.root).Observed)
		}
		states = append(states, of)
	}
	return states
}

// counterpart returns the job that a job of the present side was on another side: the only one with its id, else the only one in a renamed directory,
// else the only project of its directory.
func (c *comparison) counterpart(j job, old *comparedSide) (job, bool) {
	same := []func(other job) bool{
		func(other job) bool { return other.id() == j.id() },
		func(other job) bool { return old.place(other) == c.sides[0].place(j) },
		func(other job) bool { return j.kind == projectJob && other.name == j.name },
	}
	for _, isSame := range same {
		var found []job
		for _, other := range old.jobs { // each linter may have a job for a root
			isKnown := slices.ContainsFunc(found, func(known job) bool { return known.root == other.root && known.project == other.project })
			if other.kind == j.kind && isSame(other) && !isKnown {
				found = append(found, other)
			}
		}
		if len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	return job{}, false
}

// place returns where a project is, by present names: the directory of a root, the first file of a project of manifests.
func (s *comparedSide) place(j job) string {
	if j.kind == projectJob && len(j.paths) > 0 {
		return s.PathOf(j.paths[0])
	}
	for _, file := range j.paths {
		if path.Dir(file) == j.name {
			return path.Dir(s.PathOf(file))
		}
	}
	return j.name
}

// reportsOnAll returns the reports of a rule that each former state of the project gives: a merge that takes a change from one of its sides has
// nothing new. fields are those of every rule's input.
func (w *projectChecker) reportsOnAll(u *unit, fields func() [][2]*ast.Term) (common []rule.Report, err error) {
	var states []*project.Project
	if err := parallel.Try("former state of "+w.p.Root, func() error { states = w.p.Before(); return nil }); err != nil {
		return nil, err
	}
	for i, former := range states {
		reports, err := w.reports(u, func() *rego.Input { return rego.NewInput(append(slices.Clone(fields()), w.before(former))...) })
		if err != nil {
			return nil, err
		}
		if i == 0 {
			common = reports
		}
		common = slices.DeleteFunc(common, func(r rule.Report) bool {
			return !slices.ContainsFunc(reports, func(s rule.Report) bool { return r.Resource == s.Resource && slices.Equal(r.Path, s.Path) })
		})
	}
	return common, nil
}

// before is the field about a former state.
func (w *projectChecker) before(former *project.Project) [2]*ast.Term {
	return rego.Field("before", ast.ObjectTerm( // a former state of the project, for rules with before: true
		rego.Field("target", targetTerm(former.Target)),                              // what the former files were for
		rego.Field("resources", ast.ArrayTerm(w.resourceTerms(former.Resources)...)), // those of the former state
		rego.Field("upgrades", w.upgrades(former)),                                   // the versions of each controller before and now
	))
}

// upgrades returns, for each controller of the project that a former state had, both versions and the releases at which the upgrade has to stop.
func (w *projectChecker) upgrades(former *project.Project) *ast.Term {
	var terms []*ast.Term
	generation := oldestGeneration(former.Resources)
	for _, r := range controllers(w.p.Resources) {
		old := formerOf(r, w.p.Resources, former.Resources)
		if old == nil {
			continue
		}
		to, text := r.Versions, r.Value.Str("version")
		if former == w.p { // its upgrade is planned
			to, text = w.linter.target.Interval, ""
		}
		var stops []string
		if w.linter.stops != nil {
			stops = w.linter.stops(old.Versions, to, generation)
		}
		terms = append(terms, ast.ObjectTerm(
			rego.TextField("resource", r.ID),                                         // the id of the controller
			rego.Field("from", releasesTerm(old.Versions, old.Value.Str("version"))), // the releases before: text, since and until
			rego.Field("to", releasesTerm(to, text)),                                 // the releases now
			rego.Field("stops", rego.Texts(stops)),                                   // the releases at which the upgrade stops
		))
	}
	return ast.ArrayTerm(terms...)
}

// releasesTerm is an interval of releases for rules. text is how a file writes it.
func releasesTerm(i versions.Interval, text string) *ast.Term {
	since, until := i.Ends()
	return ast.ObjectTerm(rego.TextField("text", cmp.Or(i.Exact(), text, i.String())), rego.TextField("since", since), rego.TextField("until", until))
}

func controllers(resources []*survey.Resource) (all []*survey.Resource) {
	for _, r := range resources {
		if r.Kind == survey.Installation && r.Role() == survey.ControllerRole {
			all = append(all, r)
		}
	}
	return all
}

// formerOf returns what a controller was before: the one with its id, or the only one that has no other successor.
func formerOf(r *survey.Resource, now, before []*survey.Resource) *survey.Resource {
	hasID := func(id string, among []*survey.Resource) bool {
		return slices.ContainsFunc(among, func(other *survey.Resource) bool { return other.ID == id })
	}
	old, rest := controllers(before), controllers(now)
	if i := slices.IndexFunc(old, func(o *survey.Resource) bool { return o.ID == r.ID }); i >= 0 {
		return old[i]
	}
	old = slices.DeleteFunc(old, func(o *survey.Resource) bool { return hasID(o.ID, now) })
	rest = slices.DeleteFunc(rest, func(o *survey.Resource) bool { return hasID(o.ID, before) })
	if len(old) == 1 && len(rest) == 1 {
		return old[0]
	}
	return nil
}

// oldestGeneration returns the oldest version of the API among pools and classes; "" for none.
func oldestGeneration(resources []*survey.Resource) string {
	for _, g := range facts.Served().Generations {
		if slices.ContainsFunc(resources, func(r *survey.Resource) bool {
			kind := facts.APIKind{APIVersion: r.Value.Str("apiVersion"), Kind: r.Value.Str("kind")}
			return r.Kind == survey.Object && (kind == g.Pool || kind == g.Class)
		}) {
			return g.Name
		}
	}
	return ""
}
