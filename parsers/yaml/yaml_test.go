package yaml

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/karplint/karplint/model"
)

// read returns the documents and errors of a text.
func read(name, text string) (docs []*model.Document, errs []*ParseError) {
	Documents(model.NewFile(name, []byte(text)), func(d *model.Document, err *ParseError) bool {
		if err != nil {
			errs = append(errs, err)
		} else {
			docs = append(docs, d)
		}
		return true
	})
	return docs, errs
}

// one returns the only document of a text.
func one(t *testing.T, text string) *model.Document {
	t.Helper()
	docs, errs := read("a.yaml", text)
	if len(errs) > 0 || len(docs) != 1 {
		t.Fatalf("%d documents, errors %v in:\n%s", len(docs), errs, text)
	}
	return docs[0]
}

// plainValue returns what encoding/json would decode, numbers as float64.
func plainValue(v *model.Value) any {
	switch v.Kind {
	case model.Bool:
		return v.Text == "true"
	case model.Number:
		var f float64
		text, _ := Number(v.Text)
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			return fmt.Sprintf("bad number %q", v.Text)
		}
		return f
	case model.String:
		return v.Text
	case model.Unknown:
		return map[string]any{"$unknown": v.Text}
	case model.List:
		items := []any{}
		for _, item := range v.Items {
			items = append(items, plainValue(item))
		}
		return items
	case model.Map:
		m := map[string]any{}
		mergeInto(m, v)
		return m
	}
	return nil
}

func mergeInto(m map[string]any, v *model.Value) {
	for _, e := range v.Entries {
		if !e.IsMerge() {
			m[e.Key.Text] = plainValue(e.Value)
			continue
		}
		from := []*model.Value{e.Value}
		if e.Value.Kind == model.List {
			from = e.Value.Items
		}
		for i := len(from) - 1; i >= 0; i-- {
			mergeInto(m, from[i])
		}
	}
}

// judge returns what Kubernetes reads from a text.
func judge(text []byte) (v any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	data, err := sigsyaml.YAMLToJSON(text)
	if err != nil {
		return nil, err
	}
	return v, json.Unmarshal(data, &v)
}

// checkTree reports what is wrong with the spans of a document.
func checkTree(d *model.Document) error {
	if d.Root == nil {
		return nil
	}
	pos := d.Span.Start
	return checkSpans(d, d.Root, &pos)
}

func checkSpans(d *model.Document, v *model.Value, pos *int) error {
	fail := func(what string) error {
		return fmt.Errorf("%s: %v %q at %v (props %v, dash %d, after %d)", what, v.Kind, v.Text, v.Span, v.Props(), v.Dash, *pos)
	}
	if v.Dash >= 0 {
		if int(v.Dash) < *pos || d.File.Data[v.Dash] != '-' {
			return fail("dash")
		}
		*pos = int(v.Dash) + 1
	}
	props := v.Props()
	if props.Start < *pos || props.End < props.Start || v.Span.Start < props.End || v.Span.End < v.Span.Start || !d.Span.Contains(v.Span) {
		return fail("order")
	}
	if v.Style == model.None != v.Span.Empty() {
		return fail("empty")
	}
	*pos = v.Span.Start
	if v.Alias() != "" {
		if d.Text(v.Span) != "*"+v.Alias() {
			return fail("alias")
		}
		*pos = v.Span.End
		return nil
	}
	for _, item := range v.Items {
		if err := checkSpans(d, item, pos); err != nil {
			return err
		}
	}
	for _, e := range v.Entries {
		if err := checkSpans(d, e.Key, pos); err != nil {
			return err
		}
		if err := checkSpans(d, e.Value, pos); err != nil {
			return err
		}
	}
	if *pos > v.Span.End {
		return fail("end")
	}
	if v.Style == model.Block && *pos != v.Span.End {
		return fail("block end")
	}
	*pos = v.Span.End
	return checkSlice(d, v)
}

// readsInFlow reports whether the bytes of a scalar say the text in a list, where a line may begin with a colon.
func readsInFlow(slice, text string) bool {
	got, err := judge([]byte("[" + slice + "]"))
	items, isList := got.([]any)
	return err == nil && isList && len(items) == 1 && items[0] == text
}

// checkSlice reads a scalar's bytes alone: they must say the same.
func checkSlice(d *model.Document, v *model.Value) error {
	if !v.IsScalar() || v.Style == model.None || v.Style == model.Literal || v.Style == model.Folded || d.Syntax == model.JSON {
		return nil
	}
	slice := d.Text(v.Span)
	if strings.HasPrefix(slice, "#") {
		return fmt.Errorf("scalar %q starts a comment", slice)
	}
	got, err := judge([]byte(" " + slice))
	if err != nil && v.Style == model.Plain {
		return nil // ":" is a key in place, and nothing alone
	}
	if err != nil {
		return fmt.Errorf("scalar %q alone: %w", slice, err)
	}
	text := fmt.Sprint(got)
	if f, ok := got.(float64); ok && v.Kind == model.Number {
		if n, _ := plainValue(v).(float64); n == f {
			return nil
		}
		return fmt.Errorf("number %q reads as %v alone", slice, f)
	}
	if v.Kind == model.String && text != v.Text && v.Props().Empty() && !isNonString(got) && !readsInFlow(slice, v.Text) {
		return fmt.Errorf("scalar %q reads as %q alone, %q in place", slice, text, v.Text)
	}
	return nil
}

// isNonString says whether a plain key was read as something else than a string.
func isNonString(v any) bool {
	_, ok := v.(string)
	return !ok
}

func diffJudge(d *model.Document) string {
	want, err := judge([]byte(d.Text(d.Span)))
	if err != nil {
		return "judge: " + err.Error()
	}
	return cmp.Diff(want, plainValue(d.Root))
}

func decodeJSON(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestEmptyAlternative: an empty collection in another branch than the entries, in each way of writing it.
func TestEmptyAlternative(t *testing.T) {
	for _, keyword := range []string{"if .x", "range .x", "with .x"} {
		for _, alternative := range []string{"[]", "  []", "{{- else }} []", "{{- else if .y }} []\n  {{- else }} []"} {
			text := "kind: A\nlist: {{- " + keyword + " }}\n  - a\n"
			if !strings.Contains(alternative, "else") {
				text += "  {{- else }}\n"
			}
			text += "  " + alternative + "\n  {{- end }}\n"
			doc := firstDocument(t, text)
			if list := doc.Root.List("list"); len(list) != 1 {
				t.Errorf("%q has %d items", text, len(list))
			}
		}
	}
}

// TestLongNames: each message about an object repeats its name, so that one of megabytes would become gigabytes.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	text := fmt.Sprintf("kind: %s\napiVersion: %s/v1\nmetadata: {name: %s, namespace: %s}\n", long, long, long, long)
	Documents(model.NewFile("a.yaml", []byte(text)), func(doc *model.Document, err *ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		r := Resources(doc)[0]
		for _, name := range []string{r.Kind, r.APIVersion, r.Name, r.Namespace} {
			if len(name) > 1<<10+len("…") || !strings.HasSuffix(name, "é…") {
				t.Errorf("a name of %d bytes: %.20q", len(name), name)
			}
		}
		return true
	})
}
