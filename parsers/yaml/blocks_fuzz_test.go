package yaml

import (
	"bytes"
	"testing"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Whatever a file holds, its blocks lie in order and within each other, and a selection of their branches keeps every line and every
// position.
func FuzzBlocks(f *testing.F) {
	for _, seed := range []string{
		"kind: A\nspec:\n  {{- if .x }}\n  a: 1\n  {{- else if .y }}\n  b: |\n    text\n  {{- else }}\n  c: {{ .c }}\n  {{- end }}\n",
		"a:\n{{- with $l := .l }}\n{{- range $k, $v := . }}\n  {{ $k }}: {{ $v }}\n{{- end }}\n{{- end }}\n",
		"a:\r\n%{ for k, v in labels ~}\r\n  ${k}: ${v}\r\n%{ endfor ~}\r\n%{ if x != \"\" }\r\nb: 1\r\n%{ else }\r\nb: 2\r\n%{ endif }\r\n",
		"\uFEFF{{ if .x }}\na: 1\n{{ end }}\nb: [\n{{ if .y }}\n1,\n{{ end }}\n2]\n",
		"#{{ if .x }}\na: 1\n#{{ else }} # or\nb: >+\n  c\n\n#{{ end }}\n---\nd: {{ if .x }}1{{ else }}2{{ end }}\n",
		"a: |\n  {{ if .x }}\n  b\n{{ end }}\nc: {{ range }}\n{{ end }}{{ if }}\n{{ define \"x\" }}\n{{ end }}\n",
		"a: 1\n{{- if and\n  .a\n  .b }}\nb: 2\n{{- end }}{{/* a */}}\n{{ end }}\n%{ endif }",
	} {
		f.Add([]byte(seed), uint64(0x5A5A5A))
	}
	fuzz.Files(f, []string{".yaml", ".tpl"}, func(data []byte) { f.Add(data, uint64(len(data))) }, "testdata/*.txtar",
		"../../conformance/testdata/helm/*.txtar")
	f.Fuzz(func(t *testing.T, data []byte, choice uint64) {
		if len(data) > 8<<10 {
			return
		}
		count := 0
		Documents(model.NewFile("fuzz.yaml", data), func(doc *model.Document, err *ParseError) bool {
			if err != nil || doc.Root == nil {
				return true
			}
			blocks, failed := Blocks(doc, doc.Root.Span)
			if failed != nil {
				return true
			}
			checkNesting(t, blocks, doc.Span)
			taken := gotmpl.Taken{}
			choose(blocks, &choice, taken)
			if selected, err := Select(doc, blocks, taken); err == nil {
				checkSelection(t, doc, selected)
			}
			count++
			return count < 20
		})
	})
}

// checkNesting says where blocks do not lie within a span, in order.
func checkNesting(t *testing.T, blocks []*gotmpl.Block, within model.Span) {
	at := within.Start
	for _, b := range blocks {
		for _, branch := range b.Branches {
			if branch.Control.Start < at || branch.Body.Start != branch.Control.End || branch.Body.End < branch.Body.Start {
				t.Fatalf("a branch at %v with the body %v begins before %d", branch.Control, branch.Body, at)
			}
			checkNesting(t, branch.Blocks, branch.Body)
			at = branch.Body.End
		}
		if b.End.Start < at || b.End.End > within.End {
			t.Fatalf("the end of a block at %v is not within %v", b.End, within)
		}
		at = b.End.End
	}
}

// choose takes branches by the bits of choice.
func choose(blocks []*gotmpl.Block, choice *uint64, taken gotmpl.Taken) {
	for _, b := range blocks {
		taken[b] = int(*choice%uint64(len(b.Branches)+1)) - 1
		*choice = *choice>>1 | *choice<<63
		for _, branch := range b.Branches {
			choose(branch.Blocks, choice, taken)
		}
	}
}

// checkSelection says where a selection has other positions than its document, or other bytes than blanks for them.
func checkSelection(t *testing.T, doc, selected *model.Document) {
	before, after := doc.File.Data, selected.File.Data
	if len(before) != len(after) || selected.Span != doc.Span {
		t.Fatalf("%d bytes became %d, the document %v is %v", len(before), len(after), doc.Span, selected.Span)
	}
	for i := range before {
		if before[i] != after[i] && (after[i] != ' ' || bytes.IndexByte([]byte("\r\n"), before[i]) >= 0) {
			t.Fatalf("%q at %d became %q", before[i], i, after[i])
		}
	}
	eachScalar(selected.Root, func(v *model.Value) {
		if !doc.Span.Contains(v.Span) {
			t.Fatalf("a value at %v is not in %v", v.Span, doc.Span)
		}
	})
}
