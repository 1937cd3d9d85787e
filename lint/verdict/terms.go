package verdict

import (
	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/rego"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Terms returns problems as a Rego term.
func Terms(problems []admission.Problem) *ast.Term {
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
		rego.TextField("why", p.Consequence()),
		rego.TextField("help", p.Help),
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

// opTerm returns an Op in the form that rules use.
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
