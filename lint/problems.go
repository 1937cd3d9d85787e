package lint

import (
	"slices"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/karpenter"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/open-policy-agent/opa/v1/ast"
)

// problems returns what the API server and Karpenter say of the object, which rules turn into findings. An object that kustomizations
// patch, and a patch, is judged as it is built. If that is not known, those problems are left out that hold for the object alone.
func (r *run) problems(object *model.Resource, uncertain *rego.Uncertain) []admission.Problem {
	changes, partial := r.patches.of(object)
	built, isBuilt := r.builtProblems(object)
	all := r.said(object, admission.Object{
		Value: object.Value, APIVersion: object.APIVersion, Kind: object.Kind,
		Partial: partial || isBuilt, Reader: known.Reader{Uncertain: uncertain.Has, Closed: uncertain.IsClosed, Filled: known.Filled(object.Document)},
	})
	if isBuilt { // an object that is built has each key once
		all = slices.DeleteFunc(all, func(p admission.Problem) bool { return p.Code != admission.CodeDuplicateKey })
		return withOthers(built, all)
	}
	return slices.DeleteFunc(all, func(p admission.Problem) bool {
		return partial && kustomize.IsInstruction(object.Value, p.Path) ||
			slices.ContainsFunc(changes, func(c *kustomize.Change) bool { return c.Touches(p.Path) })
	})
}

// said returns what is said of an object.
func (r *run) said(object *model.Resource, o admission.Object) []admission.Problem {
	of := r.cluster.Cluster
	of.Cloud = r.cloudOf(object)
	return withOthers(admission.Check(o, r.cluster.schema), karpenter.Check(o, of))
}

// withOthers adds the first of the others about each field that has no problem yet.
func withOthers(problems, others []admission.Problem) []admission.Problem {
	known := map[string]bool{}
	for _, p := range problems {
		known[model.PathText(p.Path)] = true
	}
	for _, p := range others {
		if field := model.PathText(p.Path); !known[field] {
			known[field] = true
			problems = append(problems, p)
		}
	}
	return problems
}

// problemTerms returns problems for Rego.
func problemTerms(problems []admission.Problem) *ast.Term {
	terms := make([]*ast.Term, len(problems))
	for i, p := range problems {
		terms[i] = problemTerm(p)
	}
	return ast.ArrayTerm(terms...)
}

var classNames = map[admission.Class]string{
	admission.Rejected: "rejected", admission.Pruned: "pruned", admission.Invalid: "invalid", admission.Suspicious: "suspicious",
}

func problemTerm(p admission.Problem) *ast.Term {
	fields := [][2]*ast.Term{
		rego.TextField("class", classNames[p.Class]),
		rego.TextField("code", p.Code),
		rego.Field("path", rego.Path(p.Path)),
		rego.TextField("message", p.Message),
		rego.TextField("releases", p.Releases),
		rego.Field("inferred", ast.InternedTerm(p.Inferred)),
		rego.Field("conditional", ast.InternedTerm(p.Conditional)),
	}
	if p.Fix != nil {
		ops := make([]*ast.Term, len(p.Fix.Ops))
		for i, op := range p.Fix.Ops {
			ops[i] = opTerm(op)
		}
		fields = append(fields, rego.Field("fix", ast.ObjectTerm(
			rego.TextField("title", p.Fix.Title), rego.TextField("safety", "safe"), rego.Field("ops", ast.ArrayTerm(ops...)),
		)))
	}
	return ast.ObjectTerm(fields...)
}

// opTerm returns an op as a rule would write it.
func opTerm(op edit.Op) *ast.Term {
	fields := [][2]*ast.Term{rego.Field("path", rego.Path(op.Path))}
	switch op.Do {
	case edit.Set:
		fields = append(fields, rego.TextField("do", "set"), rego.Field("value", rego.Term(op.Value, false)))
	case edit.Rename:
		fields = append(fields, rego.TextField("do", "rename"), rego.TextField("key", op.Key))
	case edit.Delete:
		fields = append(fields, rego.TextField("do", "delete"))
	case edit.Move:
		fields = append(fields, rego.TextField("do", "move"), rego.Field("to", rego.Path(op.To)))
	case edit.Insert:
		fields = append(fields, rego.TextField("do", "insert"), rego.Field("value", rego.Term(op.Value, false)))
	default:
		panic("a fix of the admission check has an op that rules cannot write")
	}
	return ast.ObjectTerm(fields...)
}
