package convert_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// TestTerraformDirectives puts a field of random objects in heredocs under a condition. What Terraform renders of the converted heredocs
// is what is converted of the rendered ones, whether the condition holds or not.
func TestTerraformDirectives(t *testing.T) {
	all := []convert.Options{
		{KarpenterVersion: "0.32.10", Role: "NodeRole"},
		{KarpenterVersion: "0.32.10", Role: "NodeRole", Keep: true},
		{KarpenterVersion: "1.0.8", To: convert.V1, Role: "NodeRole"},
	}
	compared := 0
	check(t, func(t *rapid.T) {
		opts := rapid.SampledFrom(all).Draw(t, "options")
		_, text, ok := inTerraform(t, generate.Alpha().Draw(t, "file"), asHeredoc)
		if !ok || strings.Contains(text, "\r") {
			return
		}
		if text, ok = withCondition(t, text); !ok {
			return
		}
		after := convertText(t, opts, "main.tf", text)
		if len(after.decided()) > 0 {
			return
		}
		for _, holds := range []bool{true, false} {
			before := convertText(t, opts, "a.yaml", strings.Join(renderedHeredocs(t, []byte(text), holds), "\n---\n"))
			if len(before.decided()) > 0 {
				continue // the alpha API refuses it
			}
			compared++
			got := documentsOf([]byte(strings.Join(renderedHeredocs(t, after.After, holds), "\n---\n")))
			if want := documentsOf(before.After); !slices.Equal(want, got) {
				t.Errorf("of\n%s\nwas made\n%s\nwhich gives with %v\n%s\nwant\n%s", text, after.After, holds, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	})
	if t.Logf("%d renderings compared", compared); compared < golden.Draws(draws/2, 50) {
		t.Errorf("only %d renderings were compared", compared)
	}
}

var specLine = regexp.MustCompile(`^ *spec:\s*$`)

// withCondition puts a condition around one field of a spec. It is not ok where there is none on lines of its own.
func withCondition(t *rapid.T, text string) (string, bool) {
	lines := strings.SplitAfter(text, "\n")
	var fields [][2]int // first line, and the one behind the last
	for i := 0; i < len(lines); i++ {
		if !specLine.MatchString(lines[i]) {
			continue
		}
		from := i + 1
		for from < len(lines) && blankOrDeeper(lines[from], indentOf(lines[i])) {
			to := from + 1
			for to < len(lines) && (blankOrDeeper(lines[to], indentOf(lines[from])) || strings.HasPrefix(strings.TrimLeft(lines[to], " "), "- ") &&
				indentOf(lines[to]) == indentOf(lines[from])) {
				to++
			}
			fields = append(fields, [2]int{from, to})
			from = to
		}
	}
	if len(fields) == 0 {
		return "", false
	}
	f := rapid.SampledFrom(fields).Draw(t, "field")
	indent := strings.Repeat(" ", indentOf(lines[f[0]]))
	open, end := indent+"%{ if var.on }\n", indent+"%{ endif }\n"
	if rapid.Bool().Draw(t, "cut") {
		open, end = indent+"%{ if var.on ~}\n", indent+"%{ endif ~}\n"
	}
	text = strings.Join(slices.Concat(lines[:f[0]], []string{open}, lines[f[0]:f[1]], []string{end}, lines[f[1]:]), "")
	_, err := hcl.Parse(model.NewFile("main.tf", []byte(text)))
	return text, err == nil
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func blankOrDeeper(line string, than int) bool {
	return strings.TrimSpace(line) == "" && line != "" || line != "" && indentOf(line) > than
}

// renderedHeredocs returns the texts that Terraform makes of the manifests in a file.
func renderedHeredocs(t *rapid.T, data []byte, on bool) []string {
	source, broken := hcl.Parse(model.NewFile("main.tf", data))
	if broken != nil {
		t.Fatalf("%s:\n%s", broken.Message, data)
	}
	scope := &hcl2.EvalContext{Variables: map[string]cty.Value{"var": cty.ObjectVal(map[string]cty.Value{"on": cty.BoolVal(on)})}}
	var texts []string
	for _, b := range source.Body.BlocksOf("resource") {
		text, diags := b.Body.Attribute("yaml_body").Expr.Value(scope)
		if diags.HasErrors() {
			t.Fatalf("%v:\n%s", diags, data)
		}
		texts = append(texts, text.AsString())
	}
	return texts
}
