package rule

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/rego"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Report is one element of a rule's report, as the rule wrote it.
type Report struct {
	Resource  string
	Path      []any  // string keys and int indices, relative to the resource's value
	Word      string // the place is the first occurrence of Word in the text at the path; "" means the whole path
	Entry     bool   // the place is the entry at the path, wherever its value is written
	Message   string // the fact
	Why       string // what it means here; "" where the fact says it
	Help      string // what to do; "" if the title of the fix says it, or if there is nothing to do
	About     string // see Finding
	Advice    bool   // not a fault; off unless Selection.Advice enables it
	ByDefault bool   // not a fault if somebody chose it, so not reported in a part of a template that the chart's own values omit
	Severity  *Severity
	Claims    [][]any // further paths that the report covers, so that no relay reports them again; for a relay, the paths that it is about
	Related   []relatedReport
	Fix       *FixReport
}

type relatedReport struct {
	Resource string // "": the report's resource
	Path     []any
	Message  string
}

// FixReport is the fix in a report.
type FixReport struct {
	Title  string
	Safety Safety
	Ops    []OpReport
	To     string // the API that the object is converted to instead of ops; "": none
}

// OpReport is an op with paths relative to a resource's value.
type OpReport struct {
	edit.Op
	Resource string // "": the report's resource
	Prune    int    // Delete, Move: how many maps above the entry are deleted too if they become empty
}

// ReadReports reads the reports of a rule, in Rego's order of sets, which is stable.
func ReadReports(set ast.Set) ([]Report, error) {
	var reports []Report
	for _, term := range set.Slice() {
		r, err := readReport(term.Value)
		if err != nil {
			return nil, fmt.Errorf("report %v: %w", term, err)
		}
		reports = append(reports, r)
	}
	return reports, nil
}

var reportKeys = []string{
	"resource", "path", "message", "why", "help", "word", "about", "advice", "by_default", "entry", "severity", "claims", "related", "fix",
}

func readReport(v ast.Value) (Report, error) {
	f := readFields(v, reportKeys...)
	r := Report{Resource: f.text("resource"), Path: f.path("path"), Message: f.text("message"), Why: f.optional("why"), Help: f.optional("help"),
		Word: f.optional("word"), About: f.optional("about"), Advice: f.isTrue("advice"), ByDefault: f.isTrue("by_default"), Entry: f.isTrue("entry")}
	if f.has("severity") {
		severity, err := ParseSeverity(f.text("severity"))
		f.fail(err)
		r.Severity = &severity
	}
	f.eachItem("claims", func(v ast.Value) { r.Claims = append(r.Claims, f.steps("claims", v)) })
	f.eachItem("related", func(v ast.Value) {
		g := readFields(v, "resource", "path", "message")
		r.Related = append(r.Related, relatedReport{Path: g.path("path"), Message: g.text("message"), Resource: g.optional("resource")})
		f.fail(g.err)
	})
	if f.has("fix") {
		fix, err := readFix(f.values["fix"])
		f.fail(err)
		r.Fix = &fix
	}
	return r, f.err
}

// IsAboutEntry reports whether the entry at the path is at fault, and not only its value: its fix renames, moves or deletes it.
func (r *Report) IsAboutEntry() bool {
	return r.Entry || r.Fix != nil && slices.ContainsFunc(r.Fix.Ops, func(op OpReport) bool {
		isOfEntry := op.Do == edit.Rename || op.Do == edit.Move || op.Do == edit.Delete
		return isOfEntry && op.Resource == "" && slices.Equal(op.Path, r.Path)
	})
}

func readFix(v ast.Value) (FixReport, error) {
	f := readFields(v, "title", "safety", "ops")
	fix := FixReport{Title: f.text("title"), Safety: Safety(f.text("safety"))}
	if fix.Safety != Safe && fix.Safety != Unsafe {
		f.fail(fmt.Errorf("unknown safety %q; use safe or unsafe", fix.Safety))
	}
	var to []string
	f.eachItem("ops", func(v ast.Value) {
		if api, isConvert := readConvert(v); isConvert {
			to = append(to, api)
			return
		}
		op, err := readOp(v)
		f.fail(err)
		fix.Ops = append(fix.Ops, op)
	})
	switch {
	case len(to) == 0:
	case len(to) > 1 || len(fix.Ops) > 0:
		f.fail(errors.New("convert must be the only op of a fix"))
	case fix.Safety != Unsafe:
		f.fail(errors.New("a fix that converts must be unsafe"))
	default:
		fix.To = to[0]
	}
	return fix, f.err
}

// readConvert returns the API of {"do": "convert", "to": "v1"}.
func readConvert(v ast.Value) (to string, isConvert bool) {
	f := readFields(v, "do", "to")
	if f.err != nil || !f.has("do") || f.values["do"].Compare(ast.String("convert")) != 0 {
		return "", false
	}
	to = f.text("to")
	return to, f.err == nil
}

var actions = map[string]edit.Action{
	"set": edit.Set, "rename": edit.Rename, "delete": edit.Delete, "move": edit.Move, "insert": edit.Insert,
}

func readOp(v ast.Value) (OpReport, error) {
	f := readFields(v, "resource", "do", "path", "to", "key", "index", "value", "note", "prune")
	action, ok := actions[f.text("do")]
	if !ok {
		f.fail(fmt.Errorf("unknown op %q; use set, rename, delete, move, insert or convert", f.text("do")))
	}
	op := OpReport{
		Op:       edit.Op{Do: action, Path: f.path("path"), Index: f.number("index", -1), Note: f.optional("note")},
		Resource: f.optional("resource"), Prune: f.number("prune", 0),
	}
	switch action {
	case edit.Move:
		op.To = f.path("to")
	case edit.Rename:
		op.Key = f.text("key")
	case edit.Set, edit.Insert:
		if f.require("value") {
			op.Value = rego.Tree(f.values["value"])
		}
	}
	return op, f.err
}

// fields reads the keys of a Rego object and keeps the first error.
type fields struct {
	values map[string]ast.Value
	err    error
}

func readFields(v ast.Value, allowed ...string) *fields {
	f := &fields{values: map[string]ast.Value{}}
	object, ok := v.(ast.Object)
	if !ok {
		f.fail(fmt.Errorf("%v is not an object", v))
		return f
	}
	object.Foreach(func(key, value *ast.Term) {
		name, _ := key.Value.(ast.String)
		if slices.Contains(allowed, string(name)) {
			f.values[string(name)] = value.Value
			return
		}
		f.fail(fmt.Errorf("unknown key %q%s", string(name), nearest.Hint(string(name), allowed)))
	})
	return f
}

func (f *fields) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

func (f *fields) has(key string) bool { return f.values[key] != nil }

func (f *fields) require(key string) bool {
	if !f.has(key) {
		f.fail(fmt.Errorf("%s is missing", key))
	}
	return f.has(key)
}

func (f *fields) text(key string) string {
	if !f.require(key) {
		return ""
	}
	text, ok := f.values[key].(ast.String)
	if !ok {
		f.fail(fmt.Errorf("%s must be a string", key))
	}
	return string(text)
}

// optional returns the text at the key, "" if there is none.
func (f *fields) optional(key string) string {
	if !f.has(key) {
		return ""
	}
	return f.text(key)
}

// isTrue returns the bool at the key; false if it is absent.
func (f *fields) isTrue(key string) bool {
	if !f.has(key) {
		return false
	}
	b, isBool := f.values[key].(ast.Boolean)
	if !isBool {
		f.fail(fmt.Errorf("%s is %v, but must be true or false", key, f.values[key]))
	}
	return bool(b)
}

// number returns the number at the key, or the default.
func (f *fields) number(key string, byDefault int) int {
	if !f.has(key) {
		return byDefault
	}
	n, err := strconv.Atoi(f.values[key].String())
	f.fail(err)
	return n
}

func (f *fields) path(key string) []any {
	if !f.require(key) {
		return []any{}
	}
	return f.steps(key, f.values[key])
}

// steps returns the path in a value, which is at the key or below it.
func (f *fields) steps(key string, v ast.Value) []any {
	path := []any{}
	f.each(key, v, func(v ast.Value) {
		step, err := pathStep(v)
		f.fail(err)
		path = append(path, step)
	})
	return path
}

func pathStep(v ast.Value) (any, error) {
	switch v := v.(type) {
	case ast.String:
		return string(v), nil
	case ast.Number:
		i, err := json.Number(v).Int64()
		return int(i), err
	}
	return nil, errors.New("a path has strings and integers only")
}

// eachItem calls visit for the elements of the array, or set, at key, if there is one.
func (f *fields) eachItem(key string, visit func(ast.Value)) { f.each(key, f.values[key], visit) }

// each calls visit for the elements of an array or set, which is at the key or below it.
func (f *fields) each(key string, v ast.Value, visit func(ast.Value)) {
	switch v := v.(type) {
	case nil:
	case *ast.Array:
		v.Foreach(func(t *ast.Term) { visit(t.Value) })
	case ast.Set:
		v.Foreach(func(t *ast.Term) { visit(t.Value) })
	default:
		f.fail(fmt.Errorf("%s must be an array", key))
	}
}
