package report

import (
	"bytes"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

const source = "apiVersion: v1\nkind: Pod\nmetadata:\n" +
	"  name: web\n" +
	"  annotations:\n" +
	"    karpenter.sh/do-not-evict: \"true\" # why\n" +
	"    日本語: {wide: x, e\u0301: y}\n" +
	"\t\ttabs:\tkey\n" +
	"    evil: \"\x1b[31mred\u202e\x00\xff\"\n" +
	"---\n" +
	"a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7\nh: 8\n"

var longLine = "prefix: " + strings.Repeat("x", 300) + " needle: true " + strings.Repeat("y", 300) + "\n"

// find returns a finding on the nth occurrence of text in the file.
func find(file, data, text string, severity rule.Severity, message string) lint.Finding {
	start := strings.Index(data, text)
	if start < 0 {
		panic("no " + text)
	}
	return lint.Finding{
		Rule: "KL501", Name: "do-not-evict", Severity: severity, Message: message,
		Location: at(file, data, start, start+len(text)), Fingerprint: "f00d",
	}
}

func at(file, data string, start, end int) place.Location {
	f := model.NewFile(file, []byte(data))
	return place.Location{File: file, Span: model.Span{Start: start, End: end}, Start: f.Position(start), End: f.Position(end)}
}

func sample() *Lint {
	files := map[string]string{"pod.yaml": source, "long line.yaml": longLine, "crlf.yaml": "\xef\xbb\xbfkey: 1\r\nb: 2\r\n"}
	withFix := find("pod.yaml", source, `karpenter.sh/do-not-evict: "true"`, rule.Warning, "annotation is old")
	withFix.Why, withFix.Help = "pods that it protects are evicted, as if nothing had been written there, from Karpenter 1.0 on", "rename it"
	withFix.Resource = "Pod/web"
	withFix.Path = []any{"metadata", "annotations", 0}
	edit := find("pod.yaml", source, "karpenter.sh/do-not-evict", rule.Warning, "")
	withFix.Fix = &fixes.Fix{Title: "rename it", Safety: rule.Safe,
		Edits: []fixes.FileEdit{{Location: edit.Location, New: "karpenter.sh/do-not-disrupt"}}}
	withFix.Related = []lint.Related{{Location: at("crlf.yaml", files["crlf.yaml"], 3, 6), Message: "the other place"}}
	unsafe := find("pod.yaml", source, "wide: x", rule.Error, "wide, 100% <b>\ncells: two")
	unsafe.Fix = &fixes.Fix{Title: "look at it", Safety: rule.Unsafe}
	beside := find("pod.yaml", source, "wide: x", rule.Warning, strings.Repeat("a second finding about the same | bytes ", 3))
	beside.Rule, beside.Why, beside.Help = "KL502", "short", "do something about it"
	end := strings.Index(source, " # why")
	return &Lint{
		Findings: []lint.Finding{
			withFix,
			unsafe,
			beside,
			find("pod.yaml", source, "key\n", rule.Info, "tabs, and the end of the line"),
			find("pod.yaml", source, "\x1b[31mred\u202e", rule.Error, "escapes \x1b[31m\u202e are shown"),
			find("pod.yaml", source, "a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7", rule.Warning, "many lines"),
			find("pod.yaml", source, "b: 2\nc:", rule.Warning, "two lines"),
			{Rule: "KL000", Name: "cannot-parse", Severity: rule.Error, Message: "an empty range", Location: at("pod.yaml", source, end, end),
				Fingerprint: "cafe"},
			{Rule: "KL000", Name: "cannot-parse", Severity: rule.Error, Message: "at the end", Location: at("pod.yaml", source, len(source), len(source)),
				Fingerprint: "cafe"},
			find("long line.yaml", longLine, "needle: true", rule.Error, "far to the right"),
			find("crlf.yaml", files["crlf.yaml"], "key: 1", rule.Error, "after a byte order mark"),
			find("gone: a,b.yaml", "x: 1", "x", rule.Error, "the file is gone"),
		},
		Files: 4, Suppressed: 2, Fixed: 1, Version: "1.2.3",
		Rules: []*rule.Rule{{ID: "KL501", Name: "do-not-evict", Page: rule.Page{Title: "Title", Description: "Some *text*."}, Severity: rule.Warning}},
		Source: func(name string) []byte {
			if text, ok := files[name]; ok {
				return []byte(text)
			}
			return nil
		},
	}
}

func TestFormats(t *testing.T) {
	for _, name := range Formats() {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Write(&out, name, sample()); err != nil {
				t.Fatal(err)
			}
			sameAs(t, name, out.Bytes())
			for line := range strings.Lines(out.String()) {
				if line = strings.TrimSuffix(line, "\n"); printable.Text(line) != line {
					t.Errorf("%q can change what a terminal shows", line)
				}
			}
			empty := &Lint{Files: 3}
			out.Reset()
			if err := Write(&out, name, empty); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(out.String(), "null") {
				t.Errorf("an empty report holds null: %s", out.String())
			}
			if err := Write(brokenWriter{}, name, sample()); err == nil {
				t.Error("an error of the writer is lost")
			}
		})
	}
}

func sameAs(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if golden.Update() {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (run with -update if this is right):\n%s", path, diff)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestUnknownFormat(t *testing.T) {
	err := Write(&bytes.Buffer{}, "sarf", &Lint{})
	if err == nil || err.Error() != `unknown format "sarf"; did you mean "sarif"?` {
		t.Errorf("got %v", err)
	}
}

func TestColor(t *testing.T) {
	l := sample()
	var unpainted, colored bytes.Buffer
	if err := Write(&unpainted, "text", l); err != nil {
		t.Fatal(err)
	}
	l.Color = true
	if err := Write(&colored, "text", l); err != nil {
		t.Fatal(err)
	}
	stripped := colored.String()
	for _, style := range []string{"0", terminal.Bold, terminal.Red, terminal.Yellow, terminal.Blue, terminal.Cyan, terminal.Green} {
		stripped = strings.ReplaceAll(stripped, "\x1b["+style+"m", "")
	}
	if diff := cmp.Diff(unpainted.String(), stripped); diff != "" {
		t.Errorf("colour changes the text:\n%s", diff)
	}
}

func TestSARIFSchema(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("sarif.json", decoded(t, []byte(sarifSchema(t)))); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]*Lint{"sample": sample(), "empty": {}} {
		var out bytes.Buffer
		if err := Write(&out, "sarif", l); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(decoded(t, out.Bytes())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		broken := bytes.Replace(out.Bytes(), []byte(`"version": "2.1.0"`), []byte(`"version": "2.0.0"`), 1)
		if err := schema.Validate(decoded(t, broken)); err == nil {
			t.Errorf("%s: the schema takes another version", name)
		}
	}
}

func decoded(t *testing.T, data []byte) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// sarifSchema returns the official schema of SARIF 2.1.0 with its errata. go-sarif holds it as a
// constant that it does not export; its own validator sees only what survives go-sarif's types.
func sarifSchema(t *testing.T) string {
	t.Helper()
	pkg, err := build.Import(reflect.TypeFor[sarif.Report]().PkgPath(), ".", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	literal := file.Scope.Lookup("schema").Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit)
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Notes that say the same are told once, and decisions stand next to the summary.
func TestNotesInGroups(t *testing.T) {
	same := func(file string, level convert.Level) convert.File {
		return convert.File{Path: file, Notes: []convert.Note{
			{File: file, Line: 3, Object: "Provisioner a", Path: "spec.weight", Level: level, Message: "as (ever; or not) always; look at it",
				See: "https://example.com"},
		}}
	}
	c := &Convert{Read: 7, For: "1.0.8"}
	c.Files = append(c.Files, same("z.yaml", convert.Decision))
	c.Files[0].Before = []byte("a: 1\nb: 2\nweight: 3\n")
	c.Files[0].After = c.Files[0].Before
	for _, name := range []string{"a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml"} {
		c.Files = append(c.Files, same(name, convert.Info))
	}
	for range 13 {
		c.Files = append(c.Files, same("f.yaml", convert.Warning))
	}
	var out strings.Builder
	if err := WriteNotes(&out, c); err != nil {
		t.Fatal(err)
	}
	want := `info: Provisioner a spec.weight: as (ever; or not) always
  --> a.yaml:3
   = note: look at it
   = also: b.yaml:3: Provisioner a spec.weight
   = also: c.yaml:3: Provisioner a spec.weight
   = also: d.yaml:3: Provisioner a spec.weight
   = also: 1 more; --format json lists them
   = see: https://example.com

warning: Provisioner a spec.weight: as (ever; or not) always
  --> f.yaml:3
   = help: look at it
` + strings.Repeat("   = also: f.yaml:3: Provisioner a spec.weight\n", 10) + `   = also: 2 more; --format json lists them
   = see: https://example.com

decision: Provisioner a spec.weight: as (ever; or not) always
  --> z.yaml:3
   |
 3 | weight: 3
   = help: look at it
   = see: https://example.com

nothing to change in 7 files; 1 decision open; for Karpenter 1.0.8
`
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
	out.Reset()
	if err := WriteConvertJSON(&out, c); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "always; look"); got != 19 {
		t.Errorf("JSON has %d notes, want all 19", got)
	}
}
