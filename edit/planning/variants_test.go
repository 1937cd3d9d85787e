package planning

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestVariants plans each file "ops…" of an archive on the last "in…" before it, with every choice of branches. Its lines are those
// of parseOps. A line that begins with "?" applies only if its path exists. A line that begins with "when CONDITION: " or
// "unless CONDITION: " applies only in those variants.
func TestVariants(t *testing.T) { runCases(t, "testdata/variants/*.txtar", variantsOutcome) }

// TestVariantsWithoutNewline covers a file without a newline at its end, because the files of archives end with one.
func TestVariantsWithoutNewline(t *testing.T) {
	out, err := runVariants(t, []byte("{{ if .A }}\nb: 1\n{{ end }}\na: |\n  x {{ .Y }}"), "set c = 2")
	if want := "{{ if .A }}\nb: 1\n{{ end }}\na: |-\n  x {{ .Y }}\nc: 2"; err != nil || string(out) != want {
		t.Errorf("%v\n%q\nwant\n%q", err, out, want)
	}
}

func variantsOutcome(t *testing.T, in *model.File, ops txtar.File) txtar.File {
	suffix := strings.TrimPrefix(ops.Name, "ops")
	out, err := runVariants(t, in.Data, string(ops.Data))
	crlf, crlfErr := runVariants(t, bytes.ReplaceAll(in.Data, []byte("\n"), []byte("\r\n")), string(ops.Data))
	if (err == nil) != (crlfErr == nil) || err == nil && !bytes.Equal(crlf, bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))) {
		t.Errorf("ops%s: another result with CRLF: %v\n%s\n%q", suffix, crlfErr, out, crlf)
	}
	if err != nil {
		return txtar.File{Name: "error" + suffix, Data: []byte(err.Error() + "\n")}
	}
	return txtar.File{Name: "out" + suffix, Data: out}
}

func runVariants(t *testing.T, data []byte, ops string) ([]byte, error) {
	t.Helper()
	doc := parseAll(t, data)[0]
	blocks, err := yaml.Blocks(doc, doc.Root.Span)
	if err != nil {
		return nil, err
	}
	var variants []branches.Variant
	for _, taken := range choices(blocks) {
		selected, broken := yaml.Select(doc, blocks, taken)
		if broken != nil {
			return nil, broken
		}
		variants = append(variants, branches.Variant{Taken: taken, Doc: selected, Ops: opsOf(t, selected, taken, ops)})
	}
	edits, err := Plan(Target{Doc: doc, Blocks: blocks, Variants: variants}, nil)
	if err != nil {
		return nil, err
	}
	return edit.Apply(data, edits)
}

// choices returns every choice of branches. Blocks with the same condition are taken together.
func choices(blocks []*gotmpl.Block) []gotmpl.Taken {
	all := []gotmpl.Taken{{}}
	var add func(blocks []*gotmpl.Block, within func(gotmpl.Taken) bool)
	add = func(blocks []*gotmpl.Block, within func(gotmpl.Taken) bool) {
		for _, b := range blocks {
			if len(all) > 64 {
				return
			}
			least := -1
			if b.Branches[len(b.Branches)-1].Condition == nil {
				least = 0
			}
			var next []gotmpl.Taken
			for _, taken := range all {
				if !within(taken) {
					next = append(next, taken)
					continue
				}
				for i := least; i < len(b.Branches); i++ {
					if other, known := sameCondition(b, taken); known && other != (i == 0) {
						continue
					}
					with := gotmpl.Taken{b: i}
					for k, v := range taken {
						with[k] = v
					}
					next = append(next, with)
				}
			}
			all = next
			for i, branch := range b.Branches {
				add(branch.Blocks, func(taken gotmpl.Taken) bool { at, known := taken[b]; return known && at == i })
			}
		}
	}
	add(blocks, func(gotmpl.Taken) bool { return true })
	return all
}

// sameCondition reports whether a block that begins with the condition of b is taken.
func sameCondition(b *gotmpl.Block, taken gotmpl.Taken) (is, known bool) {
	text := firstCondition(b)
	if !strings.HasPrefix(text, ".Values") && !strings.HasPrefix(text, "length(") {
		return false, false
	}
	for other, at := range taken {
		if firstCondition(other) == text {
			return at == 0, true
		}
	}
	return false, false
}

// firstCondition returns the text of the condition of the first branch, "" if it has none.
func firstCondition(b *gotmpl.Block) string {
	if condition := b.Branches[0].Condition; condition != nil {
		return condition.Text
	}
	return ""
}

func opsOf(t *testing.T, doc *model.Document, taken gotmpl.Taken, text string) []edit.Op {
	t.Helper()
	is := map[string]bool{}
	for b, at := range taken {
		for i, branch := range b.Branches {
			if branch.Condition != nil {
				is[branch.Condition.Text] = is[branch.Condition.Text] || i == at
			}
		}
	}
	var ops []edit.Op
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		for {
			word, rest, _ := strings.Cut(line, " ")
			if word != "when" && word != "unless" {
				break
			}
			condition, rest, _ := strings.Cut(rest, ": ")
			line = rest
			if is[condition] != (word == "when") {
				line = ""
			}
		}
		line, ifThere := strings.CutPrefix(line, "? ")
		for _, op := range parseOps(t, doc, line) {
			op.IfThere = ifThere
			ops = append(ops, op)
		}
	}
	return ops
}

// TestManyAssignments: the meaning of a variable stays short after many blocks that may change it, although each block doubles the
// number of its parts.
func TestManyAssignments(t *testing.T) {
	var text strings.Builder
	text.WriteString("a:\n  b: 1\n  {{- $x := 1 }}\n")
	for range 30 {
		text.WriteString("  {{- if .y }}\n  {{- $x = add $x $x }}\n  {{- end }}\n")
	}
	text.WriteString("  c: {{ $x }}\n")
	out, err := runVariants(t, []byte(text.String()), "set a.b = 2")
	if want := strings.Replace(text.String(), "b: 1", "b: 2", 1); err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}
