package rule

import (
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/open-policy-agent/opa/v1/ast"
)

func TestReadReport(t *testing.T) {
	term := ast.MustParseTerm(`{
		"resource": "Pod/a", "path": ["spec", 0], "message": "m", "about": "a-word", "severity": "info",
		"related": [{"path": ["x"], "message": "r"}],
		"fix": {"title": "t", "safety": "unsafe", "ops": [
			{"do": "set", "path": ["a"], "value": {"b": 1}, "note": "n"},
			{"do": "insert", "path": ["l"], "value": "x"},
			{"do": "insert", "path": ["l"], "value": "x", "index": 2},
			{"do": "move", "path": ["a"], "to": ["b", "c"]},
			{"do": "rename", "path": ["a"], "key": "b"},
			{"do": "delete", "path": ["a"]},
		]},
	}`)
	r, err := readReport(term.Value)
	if err != nil {
		t.Fatal(err)
	}
	if *r.Severity != Info || r.About != "a-word" || r.Path[1] != 0 || r.Related[0].Message != "r" || r.Fix.Safety != Unsafe {
		t.Errorf("read as %+v", r)
	}
	ops := r.Fix.Ops
	if ops[0].Value.Get("b").Text != "1" || ops[0].Note != "n" || ops[1].Index != -1 || ops[2].Index != 2 {
		t.Errorf("ops are %+v", ops)
	}
	if !slices.Equal(ops[3].To, []any{"b", "c"}) || ops[4].Key != "b" || ops[5].Do != edit.Delete {
		t.Errorf("ops are %+v", ops)
	}
}

func TestReadReportErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{`1`, "1 is not an object"},
		{`{"resource": "a", "path": []}`, "message is missing"},
		{`{"resource": "a", "message": "m"}`, "path is missing"},
		{`{"resource": "a", "message": "m", "path": "x"}`, "path must be an array"},
		{`{"resource": "a", "message": "m", "path": [1.5]}`, "invalid syntax"},
		{`{"resource": "a", "message": "m", "path": [null]}`, "a path has strings and integers only"},
		{`{"resource": 1, "message": "m", "path": []}`, "resource must be a string"},
		{`{"resource": "a", "message": "m", "path": [], "about": ["a"]}`, "about must be a string"},
		{`{"resource": "a", "message": "m", "path": [], "severity": "fatal"}`, `unknown severity "fatal"`},
		{`{"resource": "a", "message": "m", "path": [], "fixe": {}}`, `unknown key "fixe"; did you mean "fix"?`},
		{`{"resource": "a", "message": "m", "path": [], "fix": {"title": "t", "safety": "sure", "ops": []}}`, `unknown safety "sure"`},
		{`{"resource": "a", "message": "m", "path": [], "fix": {"title": "t", "safety": "safe", "ops": [{"do": "drop", "path": []}]}}`,
			`unknown op "drop"`},
		{`{"resource": "a", "message": "m", "path": [], "fix": {"title": "t", "safety": "safe", "ops": [{"to": "v1"}]}}`, "do is missing"},
		{`{"resource": "a", "message": "m", "path": [], "fix": {"title": "t", "safety": "safe", "ops": [{"do": "set", "path": []}]}}`, "value is missing"},
	}
	for _, test := range tests {
		_, err := readReport(ast.MustParseTerm(test.text).Value)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.text, err, test.want)
		}
	}
}
