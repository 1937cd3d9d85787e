package lint

import (
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/open-policy-agent/opa/v1/ast"
)

func TestLosesComment(t *testing.T) {
	doc := parse(t, "a: 1 # one\nb: 2\n")
	line := edit.Edit{Start: 0, End: 11}
	if !losesComment(yaml.Comments(doc), []edit.Edit{line}) {
		t.Error("deleting the line loses its comment")
	}
	line.New = "c: 1 # one\n"
	if losesComment(yaml.Comments(doc), []edit.Edit{line}) {
		t.Error("the comment is written again")
	}
	if losesComment(yaml.Comments(doc), []edit.Edit{{Start: 0, End: 1, New: "c"}}) {
		t.Error("the comment is not touched")
	}
}

func TestFingerprints(t *testing.T) {
	finding := func(path ...any) Finding {
		return Finding{Rule: "KL501", Location: place.Location{File: "a.yaml"}, Resource: "Pod/a", Path: path}
	}
	all := []Finding{finding("a"), finding("a"), finding("b"), finding("b", 1), finding("b", "1")}
	fingerprints(all)
	seen := map[string]bool{}
	for _, f := range all {
		if len(f.Fingerprint) != 32 || seen[f.Fingerprint] {
			t.Errorf("fingerprint %q of %v", f.Fingerprint, f.Path)
		}
		seen[f.Fingerprint] = true
	}
	moved := []Finding{finding("a")}
	moved[0].Start = model.Position{Line: 7, Column: 1}
	moved[0].Message = "in other words"
	fingerprints(moved)
	if moved[0].Fingerprint != all[0].Fingerprint {
		t.Error("a line number or a message changes the fingerprint")
	}
}

// TestInJSON: an expression is a text in Terraform's JSON.
func TestInJSON(t *testing.T) {
	value := rego.Tree(ast.MustParseTerm(`{"a": [{"$unknown": "var.x"}, 1], "b": {"$unknown": "local.y"}}`).Value)
	want := rego.Tree(ast.MustParseTerm(`{"a": ["${var.x}", 1], "b": "${local.y}"}`).Value)
	if !model.Equal(inJSON(value, false), want) {
		t.Errorf("it is %+v", inJSON(value, false))
	}
	if bare := inJSON(rego.Tree(ast.MustParseTerm(`{"$unknown": "helm_release.x"}`).Value), true); !model.Equal(bare, model.NewString("helm_release.x")) {
		t.Errorf("a reference is %+v", bare)
	}
}
