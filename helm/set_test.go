package helm

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/model"
)

// The keys of Helm's strvals: dots, escaped dots, indices. "" means that the key is refused.
func TestSetKey(t *testing.T) {
	for key, want := range map[string]string{
		"a":                  `["a"]`,
		"a.b":                `["a" "b"]`,
		"tolerations[0].key": `["tolerations" 0 "key"]`,
		"a[0][1]":            `["a" 0 1]`,
		`serviceAccount.annotations.eks\.amazonaws\.com/role-arn`: `["serviceAccount" "annotations" "eks.amazonaws.com/role-arn"]`,
		"":         "",
		".":        "",
		"a.":       "",
		"a..b":     "",
		"a[":       "",
		"a[x]":     "",
		"a[-1]":    "",
		"a[99999]": "",
		"[0]":      "",
		`a\`:       "",
	} {
		steps, ok := ParseSetKey(key)
		got := ""
		if ok {
			got = quoteSteps(steps)
			if again := SetKey(steps); again != key {
				t.Errorf("%q is written as %q", key, again)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
}

func quoteSteps(steps []any) string {
	text := "["
	for i, s := range steps {
		if i > 0 {
			text += " "
		}
		if name, ok := s.(string); ok {
			text += fmt.Sprintf("%q", name)
		} else {
			text += fmt.Sprint(s)
		}
	}
	return text + "]"
}

// The types that Helm gives to values.
func TestSetValue(t *testing.T) {
	for _, c := range []struct{ text, kind, want string }{
		{"true", "", "true"},
		{"true", "string", `"true"`},
		{"null", "", "null"},
		{"12", "auto", "12"},
		{"012", "", `"012"`},
		{"1.5", "", `"1.5"`},
		{"-3", "", "-3"},
		{`a\,b`, "", `"a,b"`},
		{`a\,b`, "literal", `"a\\,b"`},
		{"{a,2,c\\,d}", "", `["a" 2 "c,d"]`},
		{"{}", "", "[]"},
	} {
		if got := showText(parseSetValue(model.NewString(c.text), c.kind)); got != c.want {
			t.Errorf("%q as %q: %s, want %s", c.text, c.kind, got, c.want)
		}
	}
	if got := showText(parseSetValue(&model.Value{Kind: model.Unknown, Text: "var.x"}, "")); got != "‹var.x›" {
		t.Error(got)
	}
}

// Sources in Helm's order: the last one wins; maps are merged, lists are replaced; an unknown source opens the values before it.
func TestMergedValues(t *testing.T) {
	values := NewValues()
	values.AddText(model.NewString("replicas: 2\nlist: [1, 2]\nmap: {a: 1, b: 2}\n"))
	values.AddText(model.NewString("list: [3]\nmap: {b: 3, c: 4}\n"))
	values.AddSets(model.NewList(set("map.c", "5"), set("list[1].key", "x"), set(`new.a\.b`, "y")), "")
	if got, want := showText(values.Root), `{"replicas": 2, "list": [3 {"key": "x"}], "map": {"a": 1, "b": 3, "c": 5}, "new": {"a.b": `+
		`"y"}}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	values.AddText(&model.Value{Kind: model.Unknown, Text: "var.more"})
	if got, want := showText(values.Root), `{"replicas": 2, "list": [3 {"key": "x", …} …], "map": {"a": 1, "b": 3, "c": 5, …}, "new": {"a.b": `+
		`"y", …}, …}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for name, source := range map[string]*model.Value{
		"no map":         model.NewString("- a\n"),
		"not YAML":       model.NewString("a: [\n"),
		"unknown":        {Kind: model.Unknown, Text: "x"},
		"a file by name": model.NewString("values.yaml"),
	} {
		values := NewValues()
		values.AddText(source)
		if !values.Root.Open {
			t.Errorf("%s: the values are not open", name)
		}
	}
	for name, entry := range map[string]*model.Value{
		"an unknown name": model.NewMap(&model.Entry{Key: model.NewString("name"), Value: &model.Value{Kind: model.Unknown}}),
		"a bad name":      set("a..b", "x"),
	} {
		values := NewValues()
		values.AddSets(model.NewList(entry), "")
		if !values.Root.Open {
			t.Errorf("%s: the values are not open", name)
		}
	}
}

func set(name, value string) *model.Value {
	return model.NewMap(model.NewEntry("name", model.NewString(name)), model.NewEntry("value", model.NewString(value)))
}
