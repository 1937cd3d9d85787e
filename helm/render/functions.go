package render

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
)

var errorType = reflect.TypeFor[error]()

// checked returns a function that checks its arguments before it is called.
func checked(name string, function any) any {
	f := reflect.ValueOf(function)
	t := f.Type()
	var in []reflect.Type
	for i := range t.NumIn() {
		in = append(in, t.In(i))
	}
	return reflect.MakeFunc(reflect.FuncOf(in, []reflect.Type{t.Out(0), errorType}, t.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		if err := check(name, args); err != nil {
			return []reflect.Value{reflect.Zero(t.Out(0)), reflect.ValueOf(&err).Elem()}
		}
		results := f.Call
		if t.IsVariadic() {
			results = f.CallSlice
		}
		result := results(args)
		if len(result) == 1 {
			result = append(result, reflect.Zero(errorType))
		}
		return result
	}).Interface()
}

// productOf returns the product of the sizes of values. The size of a number is the number itself.
func productOf(values []reflect.Value) int {
	product := 1
	for _, v := range values {
		if product > maxText {
			break
		}
		size := sizeOf(v)
		if v.CanInt() {
			size = int(min(max(v.Int(), -v.Int()), maxText+1))
		}
		if v.Kind() == reflect.Slice {
			size = productOf(elements(v))
		}
		product *= max(size, 1)
	}
	return product
}

func elements(v reflect.Value) (items []reflect.Value) {
	items = []reflect.Value{reflect.ValueOf(v.Len())}
	if v.Type().Elem().Kind() == reflect.Int {
		for i := range v.Len() {
			items = append(items, v.Index(i))
		}
	}
	return items
}

// sizeOf returns the length of a text, list or map; 0 for other values.
func sizeOf(v reflect.Value) int {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len()
	}
	return 0
}

// unknownFunctions have results that differ from run to run, or from machine to machine.
var unknownFunctions = strings.Fields(`env expandenv now date dateInZone date_in_zone dateModify date_modify mustDateModify must_date_modify ago
	htmlDate htmlDateInZone unixEpoch durationRound toDate mustToDate uuidv4 randAlphaNum randAlpha randAscii randNumeric randBytes randInt
	shuffle getHostByName
	genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey derivePassword buildCustomCert
	encryptAES decryptAES htpasswd bcrypt lookup toToml fromToml`)

// multiplying functions have results as large as the product of the sizes of their arguments.
var multiplying = map[string]bool{
	"repeat": true, "replace": true, "join": true, "indent": true, "nindent": true, "wrapWith": true, "until": true, "untilStep": true, "seq": true,
	"regexReplaceAll": true, "mustRegexReplaceAll": true, "regexReplaceAllLiteral": true, "mustRegexReplaceAllLiteral": true,
}

// writing are the functions of text/template that write a value as a text.
var writing = map[string]any{
	"print": fmt.Sprint, "printf": fmt.Sprintf, "println": fmt.Sprintln,
	"html": template.HTMLEscaper, "js": template.JSEscaper, "urlquery": template.URLQueryEscaper,
}

// encoding are the functions that Helm adds.
var encoding = map[string]any{
	"toYaml": toYAML, "mustToYaml": toYAML, "toJson": toJSON,
	"fromYaml":      func(text string) map[string]any { return decoded[map[string]any](text, yaml.Unmarshal) },
	"fromYamlArray": func(text string) []any { return decoded[[]any](text, yaml.Unmarshal) },
	"fromJson":      func(text string) map[string]any { return decoded[map[string]any](text, unmarshalJSON) },
	"fromJsonArray": func(text string) []any { return decoded[[]any](text, unmarshalJSON) },
}

// pure has the functions of Sprig whose result depends only on their arguments. All runs share them.
var pure = sync.OnceValue(func() template.FuncMap {
	f := sprig.TxtFuncMap()
	for _, name := range unknownFunctions {
		f[name] = func(...any) (string, error) { return "", ErrNotRendered }
	}
	return f
})

// functions returns the functions of Helm for a run.
func (r *runner) functions() template.FuncMap {
	f := template.FuncMap{}
	for _, list := range []map[string]any{pure(), writing, encoding} {
		for name, function := range list {
			f[name] = checked(name, function)
		}
	}
	f[stepFunction], f[weighFunction], f[knownFunction], f[decidedFunction] = step, weighed, known, decided
	f["include"] = r.include
	f["tpl"] = r.tpl
	f["required"] = required
	f["fail"] = func(string) (string, error) { return "", ErrNotRendered }
	return f
}

// maxDepth bounds nested calls of include and tpl. Helm allows 1,000.
const maxDepth = 100

func (r *runner) nested(run func(out io.Writer) error) (string, error) {
	if r.depth++; r.depth > maxDepth {
		return "", errTooLarge
	}
	defer func() { r.depth-- }()
	var out output
	err := run(&out)
	return strings.ReplaceAll(out.String(), noValue, ""), err
}

// noValue is the text that text/template writes for a missing value. Helm removes it from its output.
const noValue = "<no value>"

func (r *runner) include(name string, dot any) (string, error) {
	return r.nested(func(out io.Writer) error { return r.template.ExecuteTemplate(out, name, dot) })
}

func (r *runner) tpl(text string, dot any) (string, error) {
	if !strings.Contains(text, "{{") {
		return text, nil
	}
	clone, err := r.template.Clone()
	if err != nil {
		return "", err
	}
	inner, err := clone.New("tpl").Parse(text)
	if err != nil {
		return "", err
	}
	for _, t := range inner.Templates() {
		if t == inner || r.template.Lookup(t.Name()) == nil {
			guard(t.Root)
		}
	}
	return r.nested(func(out io.Writer) error { return inner.Execute(out, dot) })
}

func required(_ string, value any) (any, error) {
	if text, isText := value.(string); value == nil || isText && text == "" {
		return nil, ErrNotRendered
	}
	return value, nil
}

func toYAML(v any) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(data), "\n")
}

func toJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}

func unmarshalJSON(data []byte, v any, _ ...yaml.JSONOpt) error { return json.Unmarshal(data, v) }

// decoded parses a text. If that fails, the result is empty, as in Helm, except for Helm's error message in it.
func decoded[T any](text string, unmarshal func([]byte, any, ...yaml.JSONOpt) error) (v T) {
	_ = unmarshal([]byte(text), &v)
	return v
}
