package yaml

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/model"
)

// TestErrors holds each error to its place and words.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"utf16", "\xff\xfea\x00", `1:1 the file is in UTF-16; save it in UTF-8`},
		{"binary", "a: b\n\x00", `2:1 the file is binary: it holds a NUL byte`},
		{"bytes", "a: b\n---\nc: ü\xff\n", `3:5 invalid UTF-8: byte 0xff`},
		{"control", "a: b\x07\n", `1:5 control character U+0007 is not allowed`},
		{"self", "a: &x\n  - *x\n", `2:5 alias *x is inside the value that it refers to`},
		{"unknown anchor", "a: b\nc: *d\n", `2:4 unknown anchor 'd' referenced`},
		{"key", "a: b\n? [c]\n: d\n", `2:3 a key is a list or a map, and Kubernetes reads only strings as keys`},
		{"two roots", "[a]\n[b]\n", `2:1 "[b]" comes after the end of the document`},
		{"dedent", "  a: b\nc: d\n", `2:1 "c: d" comes after the end of the document`},
		{"value after list", "a:\n  - b\n  c: d\n", `3:3 did not find expected '-' indicator`},
		{"mapping value", "a: b\nc: d: e\n", `2:1 mapping values are not allowed in this context`},
		{"indent", "a: b\n  c: d\n", `2:3 mapping values are not allowed in this context`},
		{"comment", "a: >-# b\n  c\n", `1:4 the comment behind ">-" has no space before it; write ">- #"`},
		{"tab", "a:\n\tb: c\n", `2:1 YAML allows no tab in the indentation`},
		{"first line", "a: b: c\n", `1:1 mapping values are not allowed in this context`},
		{"quote", "a: b\nc: \"d\ne: f\n", `2:1 found unexpected end of stream`},
		{"bracket", "a: b\nc: [d,\ne: f\n", `2:1 did not find expected ',' or ']'`},
		{"jinja", "{% if x %}\na: b\n{% endif %}\n", `1:2 a value cannot start with "%" unless it is in quotes (Jinja)`},
		{"go template", "a: b\n{{ if x }}\n  c: d\n{{ end }}\n", `3:3 mapping values are not allowed in this context (Go template)`},
		{"terraform template", "a: b\n%{ if x }\n  c: d\n%{ endif }\n", `3:3 mapping values are not allowed in this context (Terraform template)`},
		{"deep", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), `1:1002 collections are nested more than 1000 deep`},
		{"deeper", strings.Repeat("[", 50000), `1:1 exceeded max depth of 10000`},
		{"x.json", `{"a": 1,}`, `1:9 "}" is where a key in double quotes is expected`},
		{"x.json", `{"a" 1}`, `1:6 "1" is where a colon is expected`},
		{"x.json", "{\"a\": [1 2]}\n", `1:10 "2" is where a comma or ] is expected`},
		{"x.json", "{\n", `2:1 the document ends where a key in double quotes is expected`},
		{"x.json", "{\"a\": tru}", `1:7 "t" is where a value is expected`},
		{"x.json", "{\"a\": \"b\n\"}", `1:7 a string has no end on its line`},
		{"x.json", `{"a": "b`, `1:7 a string has no end`},
		{"x.json", `{"a": "\x"}`, `1:7 a string holds an escape that JSON does not know`},
		{"x.json", "{} // c", `1:4 "/" is where the end of the document is expected`},
		{"x.json", strings.Repeat("[", 50000), `1:1002 collections are nested more than 1000 deep`},
	} {
		_, errs := read(c.name, c.text)
		if len(errs) != 1 {
			t.Errorf("%s: %d errors", c.name, len(errs))
			continue
		}
		p := model.NewFile("", []byte(c.text)).Position(errs[0].Span.Start)
		got := fmt.Sprintf("%d:%d %s", p.Line, p.Column, errs[0])
		if errs[0].Foreign != "" {
			got += " (" + errs[0].Foreign + ")"
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestOthersAreRead shows that a broken document hides no other.
func TestOthersAreRead(t *testing.T) {
	docs, errs := read("a.yaml", "a: 1\n---\nb: [\n---\nc: 3\n---\nd: \xff\n---\ne: 5\n")
	if len(docs) != 3 || len(errs) != 2 {
		t.Errorf("%d documents, errors %v", len(docs), errs)
	}
	n := 0
	Documents(model.NewFile("a.yaml", []byte("a: 1\n---\nb: 2\n")), func(*model.Document, *ParseError) bool {
		n++
		return false
	})
	if n != 1 {
		t.Errorf("yield was called %d times after it returned false", n-1)
	}
}

// TestBomb reads aliases of aliases, which expand to 9^10 values.
func TestBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := range 10 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), ", "))
	}
	_, errs := read("a.yaml", b.String())
	if len(errs) != 1 || errs[0].Message != "aliases expand to more than 100000 values" {
		t.Error(errs)
	}
	b.Reset()
	b.WriteString("a0: &a0 [x]\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d]\n", i+1, i+1, i)
	}
	if _, errs := read("a.yaml", b.String()); len(errs) != 1 {
		t.Error("a chain of aliases may be as deep as it likes")
	}
	if docs, errs := read("a.yaml", "a: &a {b: c}\n"+strings.Repeat("- *a\n", 0)+"d: [*a, *a, *a]\n"); len(errs) > 0 || docs[0].Root.Str("d") != "" ||
		docs[0].Root.Get("d", 2).Str("b") != "c" {
		t.Error("ordinary aliases", errs)
	}
}

// TestHostileTemplates reads what makes a naive search for the end of a template quadratic.
func TestHostileTemplates(t *testing.T) {
	for i, text := range []string{
		strings.Repeat("{{", 1<<20), strings.Repeat("{{ \"", 1<<19) + "}}", strings.Repeat("${", 1<<20),
		strings.Repeat("${\"", 1<<19) + "}", "a: " + strings.Repeat("{{ a }}", 1<<17), strings.Repeat("{{ a }}\n", 1<<17),
		strings.Repeat("a: |\n{{ b }}\n", 1<<16), strings.Repeat("k: {{ b }}\n", 1<<16), "a:\n" + strings.Repeat("  - {{ b }}\n{{ if }}\n", 1<<15),
		strings.Repeat("a: "+strings.Repeat("${A}-{{B}}: ", 80)+"\n", 1<<13), strings.Repeat("- | "+strings.Repeat("{{a}}", 200)+"\n", 1<<13),
		"a: " + strings.Repeat("{{if}}{{end}}", 1<<17), "a: b: c\n" + strings.Repeat("{{else}}", 1<<18) + "d\n{{if}}\n",
		"a: \"" + strings.Repeat("{{define a}}{{end}}", 1<<17) + "\"\n", "a: " + strings.Repeat("{{a\n}}", 1<<18),
		"a:\n  " + strings.Repeat("{{b}}", 1<<18) + "\nc: d\n", "a: '" + strings.Repeat("${\"}", 1<<19) + "'\n", "a: '" +
			strings.Repeat("{{\\\"}}", 1<<18) + "'\n",
	} {
		start := cputime.Used()
		read("a.yaml", text)
		if d := cputime.Used() - start; d > 10*time.Second {
			t.Errorf("text %d took %v", i, d)
		} else {
			t.Log(i, len(text), d)
		}
	}
}

// TestNothing reads files without any document.
func TestNothing(t *testing.T) {
	for _, text := range []string{"", "\n \n", "\uFEFF", "---\n", "---\n---\n...\n", "{{ if x }}\n{{ end }}\n"} {
		for _, name := range []string{"a.yaml", "a.json"} {
			if docs, errs := read(name, text); name == "a.yaml" && len(docs)+len(errs) > 0 {
				t.Errorf("%q: %d documents, errors %v", text, len(docs), errs)
			}
		}
	}
}

// TestRepository reads every YAML file of this repository.
func TestRepository(t *testing.T) {
	n := 0
	for _, pattern := range []string{"../../*.yaml", "../../*/*.yaml", "../../*/*/*.yaml", "../../.*.yaml"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			docs, errs := read(path, string(data))
			if len(errs) > 0 {
				t.Errorf("%s: %v", path, errs[0])
			}
			for _, d := range docs {
				n++
				if err := checkTree(d); err != nil {
					t.Errorf("%s: %v", path, err)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no document found")
	}
}
