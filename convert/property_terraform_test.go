package convert_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// TestTerraform puts random objects into Terraform: into heredocs, and as objects of its own language. What is converted there is, once
// it is evaluated, what is converted of the same objects in YAML; a second run changes nothing, and no byte changes outside of the
// manifests.
func TestTerraform(t *testing.T) {
	beta := convert.Options{KarpenterVersion: "0.32.10", Role: "NodeRole"}
	beside := convert.Options{KarpenterVersion: "0.32.10", Role: "NodeRole", Keep: true}
	v1 := convert.Options{KarpenterVersion: "1.0.8", To: convert.V1, Role: "NodeRole"}
	forms := map[string]func(*rapid.T, *model.Document) string{"heredoc": asHeredoc, "object": asObject}
	compared := 0
	check(t, func(t *rapid.T) {
		opts := rapid.SampledFrom([]convert.Options{beta, beside, v1}).Draw(t, "options")
		write := forms[rapid.SampledFrom([]string{"heredoc", "object"}).Draw(t, "form")]
		f := generate.Alpha().Draw(t, "file")
		templates := rapid.Bool().Draw(t, "templates")
		plain, text, ok := inTerraform(t, f, write)
		read := func(data []byte) []string { return applied(t, data) }
		if templates && ok && strings.Contains(text, "<<") {
			for _, word := range []string{"my-cluster", "default", "team", "2592000"} { // in values, and in keys
				plain, text = strings.ReplaceAll(plain, word, "${var.x}"), strings.ReplaceAll(text, word, "${var.x}")
			}
			read = inHeredocs
			ok = slices.Equal(documentsOf([]byte(plain)), read([]byte(text)))
		}
		if !ok {
			return // it has forms that Terraform's language has not
		}
		before, after := convertText(t, opts, "a.yaml", plain), convertText(t, opts, "main.tf", text)
		if len(after.decided()) > len(before.decided()) { // anchors can make more of them in YAML
			t.Fatalf("decisions: %v, in YAML %v\n%s", after.Notes, before.Notes, text)
		}
		if len(before.decided()) > 0 {
			return
		}
		compared++
		if want, got := documentsOf(before.After), read(after.After); !slices.Equal(want, got) {
			t.Errorf("of\n%s\nwas made\n%s\nwant\n%s\ngot\n%s", text, after.After, strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
		if again := convertText(t, opts, "main.tf", string(after.After)); again.Changed() {
			t.Errorf("a second run makes of\n%s\nthis\n%s", again.Before, again.After)
		}
		for _, line := range []string{"# above", "# beside", "wait = true"} {
			if strings.Count(string(after.After), line) < strings.Count(text, line) {
				t.Errorf("%q is lost in\n%s", line, after.After)
			}
		}
	})
	if t.Logf("%d files compared", compared); compared < golden.Draws(draws/2, 50) {
		t.Errorf("only %d files were compared", compared)
	}
}

// inTerraform returns the documents of a file, as YAML and in Terraform. It is not ok where one of them would be another one there.
func inTerraform(t *rapid.T, f generate.File, write func(*rapid.T, *model.Document) string) (plain, text string, ok bool) {
	if f.Path != "a.yaml" || strings.Contains(f.Text, "${") || strings.Contains(f.Text, "%{") || strings.Contains(f.Text, "{{") {
		return "", "", false
	}
	var b strings.Builder
	number := 0
	ok = true
	source := strings.ReplaceAll(f.Text, "\r\n", "\n")
	yaml.Documents(model.NewFile(f.Path, []byte(source)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil || doc.Root == nil || strings.HasSuffix(doc.Root.Str("kind"), "List") || merges(doc.Root) || doc.Syntax != model.YAML {
			ok = false
			return false
		}
		body := write(t, doc)
		fmt.Fprintf(&b, "# above %d\nresource \"%s\" \"m%d\" { # beside\n  %s\n  wait = true\n}\n\n", number, strings.Fields(body)[0], number,
			strings.SplitN(body, " ", 2)[1])
		number++
		return true
	})
	text = b.String()
	if !ok || !slices.Equal(documentsOf([]byte(source)), applied(t, []byte(text))) {
		return "", "", false
	}
	if strings.Contains(f.Text, "\r\n") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return f.Text, text, true
}

func merges(v *model.Value) bool {
	return slices.ContainsFunc(v.Items, merges) || slices.ContainsFunc(v.Entries, func(e *model.Entry) bool {
		return e.IsMerge() || e.Key.Kind != model.String || merges(e.Value)
	})
}

// asHeredoc writes a document as the argument of a kubectl_manifest.
func asHeredoc(t *rapid.T, doc *model.Document) string {
	text := doc.Text(doc.Span)
	if line, rest, found := strings.Cut(text, "\n"); found && strings.TrimSpace(line) == "---" {
		text = rest
	}
	text = strings.TrimSuffix(strings.TrimRight(text, "\n"), "...") + "\n"
	open, indent := "<<EOT", ""
	if rapid.Bool().Draw(t, "indented") {
		open, indent = "<<-EOT", rapid.SampledFrom([]string{"    ", "  ", "      "}).Draw(t, "indentation")
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	return "kubectl_manifest yaml_body = " + open + "\n" + b.String() + "EOT"
}

// asObject writes a document as the argument of a kubernetes_manifest, or of yamlencode.
func asObject(t *rapid.T, doc *model.Document) string {
	o := &objectWriter{t: t, quoted: rapid.Bool().Draw(t, "quoted keys"), commas: rapid.Bool().Draw(t, "commas")}
	if rapid.Bool().Draw(t, "yamlencode") {
		return "kubectl_manifest yaml_body = yamlencode(" + o.write(doc.Root, "  ") + ")"
	}
	return "kubernetes_manifest manifest = " + o.write(doc.Root, "  ")
}

type objectWriter struct {
	t              *rapid.T
	quoted, commas bool
}

func (o *objectWriter) write(v *model.Value, indent string) string {
	switch v.Kind {
	case model.Null:
		return "null"
	case model.String:
		return quote(v.Text)
	case model.Number:
		decimal, _ := yaml.Number(v.Text)
		return decimal
	case model.List, model.Map:
		return o.collection(v, indent)
	}
	return v.Text
}

func (o *objectWriter) collection(v *model.Value, indent string) string {
	var kids []string
	for _, item := range v.Items {
		kids = append(kids, o.write(item, indent+"  "))
	}
	for _, e := range v.Entries {
		key := e.Key.Text
		if o.quoted || strings.ContainsAny(key, "./: ") || !isLetter(key[0]) {
			key = quote(key)
		}
		kids = append(kids, key+" = "+o.write(e.Value, indent+"  "))
	}
	open, closing := "{", "}"
	if v.Kind == model.List {
		open, closing = "[", "]"
	}
	inner := strings.Join(kids, ", ")
	if len(kids) == 0 {
		return open + closing
	}
	if !strings.Contains(inner, "\n") && len(inner) < 60 && rapid.IntRange(0, 2).Draw(o.t, "one line") == 0 {
		return open + " " + inner + " " + closing
	}
	var b strings.Builder
	for i, kid := range kids {
		b.WriteString("\n" + indent + "  " + kid)
		if o.commas || v.Kind == model.List && i+1 < len(kids) {
			b.WriteString(",")
		}
		if rapid.IntRange(0, 9).Draw(o.t, "comment") == 0 {
			b.WriteString(" # beside")
		}
	}
	return open + b.String() + "\n" + indent + closing
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// documentsOf returns the objects of a YAML file, each as a text, sorted.
func documentsOf(data []byte) []string {
	var all []string
	yaml.Documents(model.NewFile("a.yaml", data), func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			all = append(all, meaning(doc.Root))
		}
		return true
	})
	slices.Sort(all)
	return all
}

// applied returns the objects that a Terraform file applies.
func applied(t rapid.TB, data []byte) []string {
	root := terraform.Load(memory{fstest.MapFS{"main.tf": {Data: data}}}, ".", terraform.Options{})
	if len(root.Errors) > 0 {
		t.Fatalf("%v:\n%s", root.Errors[0], data)
	}
	var all []string
	for _, r := range root.Resources {
		if v := r.Value.Get("manifest"); v != nil {
			all = append(all, meaning(v))
		}
		if v := r.Value.Get("yaml_body"); v != nil && v.Origin != nil && v.Origin.Documents != nil {
			for _, doc := range v.Origin.Documents() {
				all = append(all, meaning(doc.Root))
			}
		}
	}
	slices.Sort(all)
	return all
}

// inHeredocs returns the objects in the heredocs of a file, with their templates.
func inHeredocs(data []byte) []string {
	f := model.NewFile("main.tf", data)
	source, err := hcl.Parse(f)
	if err != nil {
		return []string{err.Error()}
	}
	var all []string
	for _, body := range heredocs(f, source.Document.Root) {
		yaml.Embedded(f, body, func(doc *model.Document, err *yaml.ParseError) bool {
			if err == nil && doc.Root != nil {
				all = append(all, meaning(doc.Root))
			}
			return true
		})
	}
	slices.Sort(all)
	return all
}

type memory struct{ fstest.MapFS }

func (m memory) ReadDir(name string) ([]fs.DirEntry, error) { return m.MapFS.ReadDir(name) }

// meaning writes a value with its keys in order, and numbers in one spelling.
func meaning(v *model.Value) string {
	switch v.Kind {
	case model.List:
		var items []string
		for _, item := range v.Items {
			items = append(items, meaning(item))
		}
		return "[" + strings.Join(items, ",") + "]"
	case model.Map:
		var entries []string
		for _, e := range v.Entries {
			entries = append(entries, strconv.Quote(e.Key.Text)+":"+meaning(e.Value))
		}
		slices.Sort(entries)
		return "{" + strings.Join(entries, ",") + "}"
	case model.Number:
		if decimal, ok := yaml.Number(v.Text); ok {
			return decimal
		}
	case model.String:
		return strconv.Quote(strings.ReplaceAll(v.Text, "\r\n", "\n"))
	}
	return v.Kind.String() + " " + v.Text
}
