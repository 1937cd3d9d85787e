package rule

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/versions"
	"github.com/open-policy-agent/opa/v1/ast"
)

const rulePrefix = "karplint.rules."

var (
	ruleID      = pattern.New(`^[A-Z]+[0-9]+$`)
	packageLine = pattern.New(`(?m)^package\s.*$`)
	customKeys  = []string{
		"id", "severity", "severity_note", "scope", "fix", "fix_note", "kinds", "needles", "when", "apis", "options", "relays", "advice", "before",
	}
)

// formOfID is the form of an id for people.
const formOfID = "capital letters and a number such as ACME001"

// IsID reports whether the text has the form of a rule's id.
func IsID(text string) bool { return ruleID().MatchString(text) }

// readRule reads the METADATA of a rule.rego. Only the head of the file, up to its package line,
// is parsed: with a hundred rules, parsing rules that no file needs is most of the time of a short run.
func readRule(name, folder, prefix string, source []byte) (*Rule, error) {
	end := packageLine().FindIndex(source)
	if end == nil {
		return nil, fmt.Errorf("%s:1:1: no package line", name)
	}
	head, err := ast.ParseModuleWithOpts(name, string(source[:end[1]]), ast.ParserOptions{ProcessAnnotation: true})
	if err != nil {
		return nil, rego.OneLine(err)
	}
	rule := &Rule{Name: path.Base(folder), Source: Source{Folder: folder, Package: rego.PackageName(head)}}
	if want := prefix + strings.ReplaceAll(rule.Name, "-", "_"); rule.Package != want {
		return nil, fmt.Errorf("%s:%d:1: the package is %s; in the folder %s it must be %s", name, head.Package.Location.Row, rule.Package, rule.Name, want)
	}
	annotations := packageAnnotations(head)
	if annotations == nil {
		return nil, fmt.Errorf("%s:1:1: no METADATA above the package line", name)
	}
	err = rule.describe(annotations)
	if err == nil && prefix == customPrefix {
		err = about("id", CheckCustom(rule.ID, rule.Name))
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, placed(err, string(source[:end[1]]), annotations.Location.Row))
	}
	return rule, nil
}

// keyError is an error about a key of METADATA.
type keyError struct {
	key string
	error
}

// about adds the key to an error that is about it.
func about(key string, err error) error {
	if err == nil {
		return nil
	}
	return &keyError{key, err}
}

// placed adds line and column to an error in METADATA: those of its key, or else those of its first line.
func placed(err error, head string, first int) error {
	column := 1
	var about *keyError
	if errors.As(err, &about) {
		for i, line := range strings.Split(head, "\n") {
			text := strings.TrimLeft(line, "# ")
			if i+1 >= first && strings.HasPrefix(line, "#") && strings.HasPrefix(text, about.key+":") {
				first, column = i+1, len(line)-len(text)+1
				break
			}
		}
	}
	return fmt.Errorf("%d:%d: %s", first, column, strings.ReplaceAll(err.Error(), "\n", "; "))
}

func packageAnnotations(module *ast.Module) *ast.Annotations {
	for _, a := range module.Annotations {
		if a.Scope == "package" {
			return a
		}
	}
	return nil
}

func (r *Rule) describe(a *ast.Annotations) error {
	if a.Title == "" || a.Description == "" {
		return errors.New("METADATA needs a title and a description")
	}
	r.Title, r.Description = a.Title, strings.TrimSpace(a.Description)
	for _, related := range a.RelatedResources {
		r.Links = append(r.Links, Link{Title: related.Description, URL: related.Ref.String()})
	}
	for _, key := range slices.Sorted(maps.Keys(a.Custom)) {
		if !slices.Contains(customKeys, key) {
			return about(key, fmt.Errorf("unknown key %q in METADATA's custom%s", key, nearest.Hint(key, customKeys)))
		}
	}
	c := custom{values: a.Custom}
	r.ID = c.text("id")
	r.When = c.text("when")
	r.Scope = Scope(c.text("scope"))
	r.Fix = c.text("fix")
	r.Notes = Notes{Severity: c.text("severity_note"), Fix: c.text("fix_note")}
	r.Kinds, r.Needles, r.APIs = c.list("kinds"), c.list("needles"), c.list("apis")
	r.Options = c.options()
	r.Relays = c.bool("relays")
	r.Advice = c.bool("advice")
	r.Before = c.bool("before")
	severity, severityErr := ParseSeverity(c.text("severity"))
	r.Severity = severity
	constraint, whenErr := versions.ParseConstraint(r.When)
	r.interval = constraint
	missing := cmp.Or(c.missing("id", formOfID), c.missing("severity", "info, warning or error"))
	return cmp.Or(c.err, missing, about("severity", severityErr), about("when", whenErr), r.validate())
}

// missing returns an error about a key that custom lacks, or whose value is empty.
func (c *custom) missing(key, help string) error {
	if c.text(key) != "" {
		return nil
	}
	return about(key, fmt.Errorf("METADATA's custom has no %s; write %s", key, help))
}

func (r *Rule) validate() error {
	switch {
	case !IsID(r.ID):
		return about("id", fmt.Errorf("id %q is not %s", r.ID, formOfID))
	case r.Scope != ResourceScope && r.Scope != ProjectScope:
		return about("scope", fmt.Errorf("unknown scope %q; use resource or project", r.Scope))
	case !slices.Contains([]string{"none", "safe", "unsafe"}, r.Fix):
		return about("fix", fmt.Errorf("unknown fix %q; use none, safe or unsafe", r.Fix))
	case len(r.Kinds) == 0:
		return about("kinds", errors.New(`kinds is empty; list Kubernetes kinds or write ["*"]`))
	case r.Before && r.Scope != ProjectScope:
		return about("before", errors.New("before is only for rules of projects"))
	case r.Scope == ProjectScope && len(r.Needles) == 0:
		return about("needles", errors.New("needles is empty; list what the files of such a project contain, of which one is enough"))
	}
	return nil
}

// custom reads METADATA's custom map and keeps the first error.
type custom struct {
	values map[string]any
	err    error
}

func (c *custom) text(key string) string {
	value, ok := c.values[key]
	if !ok {
		return ""
	}
	text, ok := value.(string)
	if !ok {
		c.fail(key, "%s must be a string", key)
	}
	return text
}

func (c *custom) bool(key string) bool {
	value, ok := c.values[key]
	if !ok {
		return false
	}
	b, ok := value.(bool)
	if !ok {
		c.fail(key, "%s must be true or false", key)
	}
	return b
}

func (c *custom) list(key string) []string {
	value, ok := c.values[key]
	if !ok {
		return nil
	}
	items, ok := value.([]any)
	if !ok {
		c.fail(key, "%s must be a list of strings", key)
	}
	var list []string
	for _, item := range items {
		text, ok := item.(string)
		if !ok || text == "" {
			c.fail(key, "%s must be a list of strings", key)
		}
		list = append(list, text)
	}
	return list
}

func (c *custom) fail(key, format string, args ...any) {
	if c.err == nil {
		c.err = about(key, fmt.Errorf(format, args...))
	}
}
