package planning

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/hcltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

const objectText = `x = encode({
  # of a
  a = { b = 1, c = "x" } # beside a
  l = [
    "one", # first
    "two"
  ]

  # of d
  d = {
    e        = var.e
    longer   = <<-EOT
      text
    EOT
    "quoted" = "${var.q}/b"
  }
})
`

// TestPlanObject makes all Ops of an object at once: what moves takes its comments along, what is left keeps its place.
func TestPlanObject(t *testing.T) {
	for name, test := range map[string]struct {
		ops  []edit.Op
		want string // the lines that are new, or the error
	}{
		"nothing": {nil, ""},
		"move with comments": {[]edit.Op{{Do: edit.Move, Path: []any{"a"}, To: []any{"d", "n", "a"}}},
			"    n = {\n      # of a\n      a = { b = 1, c = \"x\" } # beside a\n    }"},
		"delete keeps comments": {[]edit.Op{{Do: edit.Delete, Path: []any{"a"}}}, "  # beside a"},
		"one line stays one":    {[]edit.Op{{Do: edit.Set, Path: []any{"a", "b"}, Value: model.NewNumber("2")}}, "  a = { b = 2, c = \"x\" } # beside a"},
		"an item gets its comma": {[]edit.Op{{Do: edit.Insert, Path: []any{"l"}, Index: -1, Value: model.NewString("three")}},
			"    \"two\",\n    \"three\""},
		"a template is an expression": {[]edit.Op{{Do: edit.Set, Path: []any{"d", "e"}, Value: model.NewUnknown("${var.f}")}}, "    e        = var.f"},
		"a template with text is quoted": {[]edit.Op{{Do: edit.Set, Path: []any{"d", "e"}, Value: model.NewUnknown("${var.f}s")}},
			"    e        = \"${var.f}s\""},
		"a text changes in part": {[]edit.Op{{Do: edit.Text, Path: []any{"d", "quoted"}, Parts: []edit.Edit{{Start: 9, End: 10, New: "c"}}}},
			"    \"quoted\" = \"${var.q}/c\""},
		"into a new list": {[]edit.Op{{Do: edit.Move, Path: []any{"a"}, To: []any{"n", 0, "a"}}},
			"  n = [\n    {\n      # of a\n      a = { b = 1, c = \"x\" } # beside a\n    }\n  ]"},
		"no such path": {[]edit.Op{{Do: edit.Delete, Path: []any{"z"}}}, "z does not exist"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, newline := range []string{"\n", "\r\n"} {
				f := model.NewFile("main.tf", []byte(strings.ReplaceAll(objectText, "\n", newline)))
				source, broken := hcl.Parse(f)
				if broken != nil {
					t.Fatal(broken)
				}
				edits, err := Plan(Target{Doc: source.Document, Object: []any{"x", 0}}, test.ops)
				if err != nil {
					if !strings.Contains(err.Error(), test.want) {
						t.Fatal(err)
					}
					continue
				}
				after, err := edit.Apply(f.Data, edits)
				if err != nil {
					t.Fatal(err)
				}
				text := strings.ReplaceAll(string(after), "\r\n", "\n")
				if strings.Count(text, "#") != strings.Count(objectText, "#") {
					t.Errorf("comments are lost, or stand twice:\n%s", text)
				}
				if !strings.Contains(text, test.want) || strings.Count(string(after), newline) != strings.Count(text, "\n") {
					t.Errorf("got\n%s\nwant in it\n%s", text, test.want)
				}
			}
		})
	}
	source, _ := hcl.Parse(model.NewFile("main.tf", []byte(objectText)))
	edits, err := Plan(Target{Doc: source.Document, Object: []any{"x", 0, "l"}}, []edit.Op{{Do: edit.Delete, Path: []any{1}}})
	if err != nil || len(edits) == 0 {
		t.Errorf("an item of a list is not deleted: %v", err)
	}
	if _, err := Plan(Target{Doc: source.Document, Object: []any{"x", 1}}, []edit.Op{{Do: edit.Delete, Path: []any{"a"}}}); err == nil {
		t.Error("what is not there is changed")
	}
}

// TestObject writes a new object in the place of another one.
func TestObject(t *testing.T) {
	source, _ := hcl.Parse(model.NewFile("main.tf", []byte(objectText)))
	text, err := hcltext.Object(source.Document, []any{"x", 0}, model.NewMap(
		model.NewEntry("k", model.NewUnknown("${var.k}")), model.NewEntry("list", model.NewList(model.NewString("a"), model.NewUnknown("${b}-c")))))
	if want := "{\n  k    = var.k\n  list = [\"a\", \"${b}-c\"]\n}"; err != nil || text != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, text, want)
	}
}
