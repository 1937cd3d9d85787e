package lint

import (
	"bytes"
	"fmt"
	"github.com/karplint/karplint/project"
	"io/fs"
	"slices"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Options say what a Linter does.
type Options struct {
	Select, Ignore []string // see Rules.Select
	Target         project.Target
	Facts          fs.FS // *.yaml: each is data.karplint.facts.<file name>; read only where a rule asks for it
}

// Linter evaluates the selected rules. It is safe for concurrent use.
type Linter struct {
	rules   *Rules
	chosen  []*Rule
	units   []*unit
	facts   *factTables
	given   project.Target
	target  *ast.Term // given, as rules see it
	needles [][]byte  // of all units, each once
	all     bool      // some unit has no needles
}

// unit is a rule that is selected and may report for the target.
type unit struct {
	*Rule
	highest Severity
	needles [][]byte
	program func() (*program, error) // compiles on first use
}

// New returns a Linter. The error is a selection that names no rule. Rules are compiled when
// a file first needs them.
func New(rules *Rules, options Options) (*Linter, error) {
	chosen, err := rules.Select(options.Select, options.Ignore)
	if err != nil {
		return nil, err
	}
	l := &Linter{
		rules: rules, chosen: chosen,
		facts:  &factTables{files: options.Facts, read: map[string]any{}},
		given:  options.Target,
		target: targetTerm(options.Target),
	}
	for _, rule := range chosen {
		if applies, highest := rule.limit(options.Target); applies && rule.Scope == ResourceScope {
			l.add(rule, highest)
		}
	}
	return l, nil
}

func (l *Linter) add(rule *Rule, highest Severity) {
	u := &unit{Rule: rule, highest: highest}
	u.program = sync.OnceValues(func() (*program, error) {
		p, err := rule.compile(l.facts, false)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", rule.ID, err)
		}
		return p, nil
	})
	l.units = append(l.units, u)
	for _, needle := range rule.needles() {
		u.needles = append(u.needles, []byte(needle))
	}
	if slices.Contains(rule.Kinds, fileKind) {
		return // a file that does not parse is reported only where another rule selects it
	}
	l.all = l.all || len(u.needles) == 0
	for _, needle := range u.needles {
		if !slices.ContainsFunc(l.needles, func(n []byte) bool { return bytes.Equal(n, needle) }) {
			l.needles = append(l.needles, needle)
		}
	}
}

func targetTerm(t project.Target) *ast.Term {
	target := ast.NewObject([2]*ast.Term{ast.StringTerm("known"), ast.BooleanTerm(t.Known())})
	if t.Min != nil {
		target.Insert(ast.StringTerm("min"), ast.StringTerm(t.Min.String()))
	}
	if t.Max != nil {
		target.Insert(ast.StringTerm("max"), ast.StringTerm(t.Max.String()))
	}
	return ast.NewTerm(target)
}

// Target returns the Karpenter versions that the rules go by.
func (l *Linter) Target() project.Target { return l.given }

// Rules returns the selected rules, sorted by id.
func (l *Linter) Rules() []*Rule { return l.chosen }

// Check compiles every selected rule and returns the first error: a defect that a file would
// show only when it needs the rule.
func (l *Linter) Check() error {
	for _, u := range l.units {
		if _, err := u.program(); err != nil {
			return err
		}
	}
	return nil
}

// Selects says whether a file with these bytes can have a finding: whether it contains one of
// the needles of the selected rules.
func (l *Linter) Selects(data []byte) bool {
	return l.all || containsAny(unescaped(data), l.needles)
}

// unescaped returns the data with the slashes as the needles have them: some writers of JSON put a backslash
// in front of each. Other escapes (\u006b) are for characters that no needle has.
func unescaped(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\/`)) {
		return data
	}
	return bytes.ReplaceAll(data, []byte(`\/`), []byte("/"))
}

// unitsFor returns the rules that can have a finding in a document with these bytes.
func (l *Linter) unitsFor(data []byte) []*unit {
	text := unescaped(data)
	var units []*unit
	for _, u := range l.units {
		if len(u.needles) == 0 || containsAny(text, u.needles) {
			units = append(units, u)
		}
	}
	return units
}

func containsAny(data []byte, needles [][]byte) bool {
	return slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(data, n) })
}
