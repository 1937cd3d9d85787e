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
		rego.TextField("class", classNames[p.Class]),               // rejected, pruned, invalid or suspicious
		rego.TextField("code", p.Code),                             // a word for the kind of problem
		rego.Field("path", rego.Path(p.Path)),                      // where
		rego.TextField("message", p.Message),                       // the fact
		rego.TextField("why", p.Consequence()),                     // what it means
		rego.TextField("help", p.Help),                             // what to do
		rego.TextField("releases", p.Releases),                     // those that have it; "" for all that serve the object
		rego.Field("inferred", ast.InternedTerm(p.Inferred)),       // true if the nearest known schema stands for that of a release
		rego.Field("conditional", ast.InternedTerm(p.Conditional)), // true if it is in a branch of a template
	}
	if p.Fix != nil {
		ops := make([]*ast.Term, len(p.Fix.Ops))
		for i, op := range p.Fix.Ops {
			ops[i] = opTerm(op)
		}
		fields = append(fields, rego.Field("fix", ast.ObjectTerm( // as in a report; may be absent
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
