package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// FuzzHelm holds any template and values to the law of TestHelm, as far as Helm renders them, and what is rendered is legal.
func FuzzHelm(f *testing.F) {
	fuzz.Archives(f, func(archive *txtar.Archive) {
		chart := chartFiles(archive)
		for name, text := range chart {
			if strings.Contains(name, "/templates/") && strings.HasSuffix(name, ".yaml") && len(text) < fuzz.MaxSeed {
				f.Add(text, chart["chart/values.yaml"], uint8(len(text)))
			}
		}
	}, "testdata/helm/*.txtar")
	converters := make([]*convert.Converter, len(helmModes))
	for i, mode := range helmModes {
		c, err := convert.New(mode.Options)
		if err != nil {
			f.Fatal(err)
		}
		converters[i] = c
	}
	f.Fuzz(func(t *testing.T, text, values string, mode uint8) {
		if strings.Contains(text, "genPrivateKey") || strings.Contains(text, "rand") || strings.Contains(text, "until") ||
			strings.Contains(text, "uuid") || strings.Contains(text, "now") || strings.Contains(text, "gen") {
			return // renders something else each time, or takes long
		}
		before := chartOf{"chart/Chart.yaml": "apiVersion: v2\nname: pools\nversion: 1.0.0\n", "chart/values.yaml": values,
			"chart/templates/pool.yaml": text}
		after := before.clone()
		c := converters[int(mode)%len(converters)]
		left := false
		fuzz.Bounded(t, len(text)+len(values), func() { left = len(after.convert(c)) > 0 })
		for _, name := range before.values() {
			before.judgeMutated(t, c, after, name, left)
		}
		again := after.clone()
		if again.convert(c); !left && again["chart/templates/pool.yaml"] != after["chart/templates/pool.yaml"] {
			t.Errorf("converting again changes\n%s\nof\n%s", again.changedText(after), after.changedText(before))
		}
	})
}

// FuzzActions executes any action with the functions of Helm. One that is said to change no values changes none, one that is said to write
// nothing writes nothing, and one that is said to write a line writes no more of values that are one.
func FuzzActions(f *testing.F) {
	for _, text := range []string{
		".Values.a", "set .Values \"a\" 1", "$_ := set (dict \"a\" .Values.m) \"a\" 1", "(merge (dict) .Values.m .Values.n).a",
		"$x := mergeOverwrite .Values.m .Values.n", "toYaml .Values | nindent 2",
		"$_ := unset (pick .Values.m \"b\") \"b\"", "append .Values.l 1", "prepend .Values.l 1 | toJson", "$_ := set (index .Values.l 0) \"a\" 1",
		"push .Values.l 2", "concat .Values.l .Values.l | join \",\"",
		"range $i, $e := .Values.l", "if set .Values \"a\" 1", "include \"a\" .", "template \"a\" (set .Values \"b\" 2)", "print .Values.a",
		"with $x := .Values.m", "dig \"b\" \"c\" .Values.m", "$x := .Values.m",
		"$_ := set ($x | deepCopy) \"a\" 1", "tpl .Values.t .", "omit .Values.m \"b\" | len", "$_ := set (omit .Values.m \"c\").b \"d\" 1",
		"ternary .Values.m .Values.n true | set \"a\"", "mustMerge .Values.m .Values.n",
		"printf \"%s\\n\" .Values.a", "squote (cat .Values.a .Values.b)", "reverse .Values.l", "without .Values.l 1", "wrap 2 .Values.a",
		"repeat 3 .Values.a", "get .Values \"m\" | values | first",
		"splitList \" \" .Values.t | join \"\\n\"", "range untilStep 0 3 1", "regexReplaceAll \"a\" .Values.a \"\\n\"", "coalesce .Values.m .Values.n",
		"default .Values.m .Values.n", "set (default .Values.m dict) \"a\" 1",
		"b64dec \"YQpi\"", "replace \"a\" \"\\n\" .Values.t", "cat `a\nb`", "trunc 3 `a\nb`", "println .Values.a", "print \"a\" \"\\n\"",
		"toPrettyJson .Values.m", "fromJson \"{}\" | set .Values.m \"a\"", "sortAlpha .Values.l",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "{{") || strings.Contains(text, "}}") {
			return // more than an action
		}
		for _, slow := range []string{"gen", "until", "seq", "repeat", "bcrypt", "htpasswd", "derive", "Host", "indent", "printf", "rand", "{%"} {
			if strings.Contains(text, slow) && len(text) > 40 {
				return
			}
		}
		a := gotmpl.Read("{{ " + text + " }}")
		given := actionValues()
		before := jsonOf(t, given)
		output, executed := execute(a, "{{ "+text+" }}", given)
		if after := jsonOf(t, given); before != after && !a.Changes(nil) {
			t.Errorf("%q changes %s to %s", text, before, after)
		}
		if !executed || a.Keyword != "" {
			return
		}
		if a.WritesNothing() && output != "" {
			t.Errorf("%q writes %q", text, output)
		}
		if !a.MayWriteLines() && strings.Contains(strings.TrimSuffix(output, "\n"), "\n") && !strings.Contains(text, `\`) &&
			!strings.Contains(text, "b64dec") {
			t.Errorf("%q writes %q", text, output)
		}
	})
}

func actionValues() map[string]any {
	return map[string]any{"Values": map[string]any{
		"a": "x", "b": true, "t": "a b", "l": []any{map[string]any{"a": "y"}, "z"}, "m": map[string]any{"b": map[string]any{"c": "d"}},
		"n": map[string]any{"b": map[string]any{"e": "f"}},
	}}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error() // a map that is in itself
	}
	return string(data)
}

// execute renders the action, with an end if it opens a block, and reports whether that succeeds.
func execute(a gotmpl.Action, text string, values map[string]any) (output string, executed bool) {
	if a.Depth() > 0 {
		text += "{{ end }}"
	}
	parsed, err := template.New("").Funcs(sprig.TxtFuncMap()).Funcs(mergeFunctions()).Funcs(template.FuncMap{
		"toYaml": func(v any) string { data, _ := json.Marshal(v); return string(data) },
		// To print a map that is in itself exhausts the stack, in Helm too.
		"set": func(m map[string]any, key string, v any) (map[string]any, error) {
			m[key] = v
			_, err := json.Marshal(m)
			return m, err
		},
	}).Parse("{{ define `a` }}{{ end }}{{ $x := .Values.m }}{{ $_ := 1 }}" + text)
	if err != nil {
		return "", false
	}
	var b bytes.Buffer
	err = parsed.Execute(&b, values)
	return b.String(), err == nil
}

// mergeFunctions are Sprig's, which fail for maps that are in each other: to merge those exhausts the stack, in Helm too.
func mergeFunctions() template.FuncMap {
	functions := template.FuncMap{}
	for _, name := range []string{"merge", "mustMerge", "mergeOverwrite", "mustMergeOverwrite"} {
		merge := reflect.ValueOf(sprig.TxtFuncMap()[name])
		functions[name] = func(target map[string]any, sources ...map[string]any) (any, error) {
			args := []reflect.Value{reflect.ValueOf(target)}
			for _, source := range sources {
				if isInside(target, source) || isInside(source, target) {
					return nil, errors.New("maps that are in each other")
				}
				args = append(args, reflect.ValueOf(source))
			}
			result := merge.Call(args)
			if len(result) == 2 && !result[1].IsNil() {
				return nil, result[1].Interface().(error)
			}
			return result[0].Interface(), nil
		}
	}
	return functions
}

// isInside reports whether a value is the map, or has it inside.
func isInside(m map[string]any, v any) bool {
	switch v := v.(type) {
	case map[string]any:
		if reflect.ValueOf(v).Pointer() == reflect.ValueOf(m).Pointer() {
			return true
		}
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), func(in any) bool { return isInside(m, in) })
	case []any:
		return slices.ContainsFunc(v, func(in any) bool { return isInside(m, in) })
	default:
		return false
	}
}
