package lint

import (
	"fmt"
	"path"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/calendar"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// actor is a resource that reports may refer to.
type actor struct {
	address string
	place.View
	writtenIn   string                // the file with its block or object
	source      string                // see sourceOf
	block       string                // as in survey.Resource
	annotations []*ignore.Suppression // suppressions in its annotations

	suppression *ignore.Suppression // the suppression, if the resource is one; otherwise nil
}

// subject is a resource on which rules are evaluated. A file or a suppression takes the form of a resource.
type subject struct {
	actor
	run      *checker
	resource *model.Resource
	file     string // its path
	applier  string // of an object in Terraform, by its name in facts/appliers.yaml
	ignored  bool   // the block of the object applies another document of the text
	question *rego.Input
	problems []admission.Problem // of the question
}

// subject returns the subject for a resource.
func (r *checker) subject(resource *model.Resource, address string, v place.View) *subject {
	s := &subject{run: r, resource: resource, file: resource.Document.File.Path,
		actor: actor{address: address, View: v, writtenIn: resource.Document.File.Path}}
	s.annotations = ignore.Annotation(r.linter.rules, resource.Value, v)
	return s
}

// addressOf returns the object's address; "" for a document that is not a Kubernetes object.
func addressOf(resource *model.Resource) string {
	if resource.Kind == "" && resource.Name == "" {
		return ""
	}
	return resource.Address()
}

// evaluate returns the findings of one rule. If the rule fails, it returns a finding about that.
func (s *subject) evaluate(u *unit) []candidate {
	reports, err := s.run.reports(u, s.input)
	reports = s.unchosen(reports)
	return s.run.candidates(answer{u, reports, err}, s.named, func() *actor { return &s.actor })
}

// named returns the resource with an id, if reports may refer to it.
func (s *subject) named(id string) (*actor, error) {
	if id != s.address {
		return nil, fmt.Errorf("the report names the resource %q; it must be %q", id, s.address)
	}
	return &s.actor, nil
}

// input returns the input of the rules. It is built once for all of them.
func (s *subject) input() *rego.Input {
	if s.question != nil {
		return s.question
	}
	r := s.resource
	templated := r.Document != nil && len(r.Document.Templates) > 0
	uncertain := rego.NewUncertain(r, s.block != "")
	fields := [][2]*ast.Term{
		rego.TextField("address", s.address),               // of the object, by which a report names it: NodePool/default
		rego.TextField("file", s.file),                     // its path
		rego.TextField("kind", r.Kind),                     // of the object; of a chart, add-on or module call that of the tables below
		rego.TextField("apiVersion", r.APIVersion),         // "" where there is none, or a template decides
		rego.TextField("namespace", r.Namespace),           // likewise
		rego.TextField("name", r.Name),                     // likewise
		rego.Field("value", rego.Term(r.Value, templated)), // the object as it is written, with its templates as unknown values
		rego.Field("computed", uncertain.Paths()),          // where a template or an expression may add or remove entries; see literal
	}
	fields = append(fields, s.run.judge.Patches.Fields(r)...)
	if appliers := s.tools(); len(appliers) > 0 {
		fields = append(fields, rego.Field("appliers", rego.Texts(appliers))) // those that apply the object, of facts/appliers.yaml; absent if unknown
	}
	if s.ignored {
		fields = append(fields, rego.TextField("ignored_by", s.block)) // the kubectl_manifest that never applies this document of its text
	}
	if free := freeTimes(r); free != nil {
		fields = append(fields, rego.Field("free", free)) // of a NodePool: when no disruption budget is active
	}
	cloud := cloudOf(r, s.run.context)
	if s.problems == nil {
		s.problems = s.run.judge.Problems(r, uncertain, cloud)
	}
	if len(s.problems) > 0 {
		fields = append(fields, rego.Field("problems", verdict.Terms(s.problems))) // what the API server and Karpenter say of the object
	}
	if cloud != "" {
		fields = append(fields, rego.TextField("cloud", cloud)) // of a pool: the API group of its provider; absent if unknown
	}
	if s.run.context.Old {
		fields = append(fields, rego.Field("migrating", ast.BooleanTerm(true))) // true if the project has objects of an API version with a successor
	}
	if s.run.context.Alpha {
		fields = append(fields, rego.Field("among_alpha", ast.BooleanTerm(true))) // true if all of the repository is for releases with the alpha API only
	}
	s.question = rego.NewInput(
		rego.Field("resource", ast.ObjectTerm(fields...)), // what the rule looks at
		rego.Field("target", s.run.rules.target),          // the releases of Karpenter that the files are for
		rego.Field("config", s.run.linter.config),         // the settings
	)
	if s.block != "" && path.Dir(s.file) != s.run.root { // another root may call the same module
		s.question = s.run.rules.inputs.Hold(s.question)
	}
	return s.question
}

// cloudOf returns the API group of the provider that a pool is for; "" for other objects, or if the pool does not show it.
func cloudOf(object *model.Resource, of project.Context) string {
	if object.Group() != facts.PoolGroup {
		return ""
	}
	return of.Classes.CloudOf(survey.NewObject(object))
}

// freeTimes returns the times at which no budget of a NodePool is active, for Rego: a list of {"reasons", "when"}. Reasons that have a budget with a
// schedule are in it, together if the times are the same. It returns nil if there are none, or if the budgets are not known.
func freeTimes(pool *model.Resource) *ast.Term {
	if pool.Kind != "NodePool" || pool.Group() != facts.PoolGroup {
		return nil
	}
	budgets, err := calendar.Read(pool.Value.Get("spec", "disruption", "budgets"))
	if err != nil {
		return nil
	}
	var terms []*ast.Term
	for _, free := range calendar.FreeByReason(budgets) {
		terms = append(terms, ast.ObjectTerm(
			rego.Field("reasons", rego.Texts(free.Reasons)), // reasons to disrupt, of which one has a budget with a schedule
			rego.TextField("when", free.Times.String()),     // every day 01:00 to 24:00 UTC
		))
	}
	if len(terms) == 0 {
		return nil
	}
	return ast.ArrayTerm(terms...)
}
