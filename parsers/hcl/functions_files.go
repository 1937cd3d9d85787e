package hcl

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

const (
	maxRead    = 4 << 20  // bytes of a file that a function reads
	maxReadAll = 64 << 20 // bytes of all of them
	maxListed  = 10_000   // files that fileset looks at
)

// file is one that a function read.
type file struct {
	*model.File
	missing bool

	directory bool // a directory of the name is there, which is missing as a file

	text     string // Data as a string, once a function asked for it
	template hclsyntax.Expression
	parsed   bool

	readers map[hcl2.Range]bool // the calls that read it
	origins []*model.Origin     // of what they gave
}

// readBy notes a call that reads the file, and the origin of what it gives: what several calls read, they share, also what is
// decoded from it.
func (ev *evaluator) readBy(f *file, e hclsyntax.Expression, o *model.Origin) {
	if f.readers == nil {
		f.readers = map[hcl2.Range]bool{}
	}
	f.readers[e.Range()] = true
	f.origins = append(f.origins, o)
	if len(f.readers) > 1 {
		for _, o := range append(f.origins, ev.originsOf(f.File)[:]...) {
			o.Shared = true
		}
		f.origins = nil
	}
}

// inside returns the path of what a function names, relative to the base of Files. ok is false for a path that leads out
// of the root's directory and those of the modules: what stands there must not find its way into a report.
func (ev *evaluator) inside(name string) (string, bool) {
	if path.IsAbs(name) || strings.HasPrefix(name, "~") || strings.ContainsAny(name, "\x00\\") {
		return "", false
	}
	name = path.Join(ev.root.Dir, name)
	return name, slices.ContainsFunc(ev.root.Dirs, func(dir string) bool { return filetype.IsWithin(path.Clean(dir), name) })
}

// open returns a file that a function names, nil if it may not or cannot be read.
func (ev *evaluator) open(name string) *file {
	name, ok := ev.inside(name)
	if !ok {
		return nil
	}
	if f, ok := ev.texts[name]; ok {
		return f
	}
	ev.texts[name] = nil
	data, err := ev.files.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		ev.texts[name] = &file{missing: true}
	case err != nil && ev.isDirectory(name):
		ev.texts[name] = &file{missing: true, directory: true}
	case err != nil:
		ev.unread[name] = fmt.Sprintf("%s cannot be read: %s", name, reason(err))
	case len(data) > maxRead:
		ev.unread[name] = fmt.Sprintf("%s is larger than the %d MiB that karplint evaluates of a file", name, maxRead>>20)
	case ev.readBytes+len(data) > maxReadAll:
		ev.unread[name] = fmt.Sprintf("%s is not read any more, behind the %d MiB that karplint evaluates of all files", name, maxReadAll>>20)
	default:
		ev.readBytes += len(data)
		ev.texts[name] = &file{File: ev.newFile(name, data)}
	}
	return ev.texts[name]
}

func (ev *evaluator) isDirectory(name string) bool {
	_, err := ev.files.ReadDir(name)
	return err == nil
}

// named returns the file that the first argument names; where it returns nil, the value is that of the call.
func (c *call) named() (*file, *model.Value) {
	switch {
	case isCollection(c.args[0]) || c.args[0].Kind == model.Null:
		return nil, c.refuse()
	case c.args[0].Kind == model.Unknown:
		return nil, c.undecided()
	}
	f := c.ev.open(stringOf(c.args[0]))
	switch {
	case f == nil:
		c.unread(c.e, stringOf(c.args[0]))
		return nil, c.undecided()
	case f.missing:
		return nil, c.refuse()
	}
	return f, nil
}

// unread says why a file is not read, if it is one that may be.
func (s *scope) unread(e hclsyntax.Expression, name string) {
	name, _ = s.ev.inside(name)
	if why := s.ev.unread[name]; why != "" {
		s.cut(e, "%s; what it gives is taken for unknown", why)
	}
}

func (c *call) fileContent() *model.Value {
	f, failed := c.named()
	switch {
	case failed != nil:
		return failed
	case !utf8.Valid(f.Data):
		return c.refuse()
	}
	if f.text == "" {
		f.text = string(f.Data)
	}
	v := c.computed(c.e, model.String)
	v.Text = f.text
	v.Origin = c.withDocuments(v.Origin, func() []*model.Document { return fileDocuments(f.File) })
	c.ev.readBy(f, c.e, v.Origin)
	return v
}

func (c *call) fileExists() *model.Value {
	if !c.args[0].IsScalar() {
		return c.undecided()
	}
	f := c.ev.open(stringOf(c.args[0]))
	switch {
	case f == nil:
		return c.undecided()
	case f.directory:
		return c.refuse()
	}
	return c.boolean(c.e, !f.missing)
}

// ofFile returns a function that makes a text of the content of a file, such as its hash.
func ofFile(text func([]byte) string) func(*call) *model.Value {
	return func(c *call) *model.Value {
		f, failed := c.named()
		if failed != nil {
			return failed
		}
		return c.str(c.e, text(f.Data))
	}
}

// fileSet is fileset(directory, pattern).
func (c *call) fileSet() *model.Value {
	if !c.args[0].IsScalar() || !c.args[1].IsScalar() || c.args[0].Kind == model.Null || c.args[1].Kind == model.Null || strings.Contains(c.args[1].Text, "..") || strings.ContainsAny(c.args[0].Text, "*?[]{}") {
		return c.undecided()
	}
	dir, ok := c.ev.inside(c.args[0].Text)
	if !ok || !doublestar.ValidatePattern(c.args[1].Text) {
		return c.undecided()
	}
	l := &lister{files: c.ev.files, pattern: c.args[1].Text}
	if !l.list(dir, "", 0) {
		if l.seen > maxListed {
			c.cut(c.e, "fileset looks at the first %d files below %s only; what it gives is taken for unknown", maxListed, dir)
		}
		return c.undecided()
	}
	v := c.computed(c.e, model.List)
	slices.Sort(l.found)
	for _, name := range l.found {
		v.Items = append(v.Items, c.str(c.e, name))
	}
	v.Origin = asSet(v.Origin)
	return v
}

// pathExpand is pathexpand(path): the home directory for ~ is the machine's.
func (c *call) pathExpand() *model.Value {
	if !c.args[0].IsScalar() || strings.HasPrefix(c.args[0].Text, "~") {
		return c.undecided()
	}
	return conversion(cty.String)(c)
}

// lister finds the files below a directory that match a pattern.
type lister struct {
	files   Files
	pattern string
	seen    int
	found   []string
}

// list looks at dir, which is called prefix in the result. It returns false if there is too much, or a directory that cannot be read.
func (l *lister) list(dir, prefix string, depth int) bool {
	entries, err := l.files.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) && depth == 0 {
		return true
	}
	if err != nil || depth > maxNest {
		return false
	}
	for _, entry := range entries {
		if l.seen++; l.seen > maxListed {
			return false
		}
		name := path.Join(prefix, entry.Name())
		switch {
		case entry.IsDir():
			if entry.Name() == ".git" || entry.Name() == ".terraform" || !l.reaches(name) {
				continue
			}
			if !l.list(path.Join(dir, entry.Name()), name, depth+1) {
				return false
			}
		default:
			if match, _ := doublestar.Match(l.pattern, name); match {
				l.found = append(l.found, name)
			}
		}
	}
	return true
}

// reaches says whether files below a directory can match the pattern.
func (l *lister) reaches(dir string) bool {
	return strings.Contains(l.pattern, "**") || strings.ContainsAny(l.pattern, "{[") || strings.Count(l.pattern, "/") > strings.Count(dir, "/")
}

// templateFile is templatefile(path, variables).
func (c *call) templateFile() *model.Value {
	f, failed := c.named()
	if failed != nil {
		return failed
	}
	v := c.render(c.e, f.File, f.parse(), c.args[1])
	if v.Origin.Documents != nil {
		c.ev.readBy(f, c.e, v.Origin)
	}
	return v
}

// parse returns the file as a template, nil if it does not parse.
func (f *file) parse() hclsyntax.Expression {
	if !f.parsed {
		f.parsed = true
		f.template = parseTemplate(f.File)
	}
	return f.template
}

// parseTemplate reads a template, nil if it does not parse.
func parseTemplate(f *model.File) hclsyntax.Expression {
	if exceeds(f, hclsyntax.LexTemplate) != nil {
		return nil
	}
	parsed, diags := hclsyntax.ParseTemplate(f.Data, f.Path, hcl2.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return parsed
}

// render evaluates a template with the variables in a map.
func (s *scope) render(e hclsyntax.Expression, f *model.File, template hclsyntax.Expression, variables *model.Value) *model.Value {
	if template == nil || variables.Kind != model.Map && variables.Kind != model.Unknown {
		return s.fail(e, s.source(e))
	}
	in := &scope{instance: s.instance, file: f, names: map[string]*model.Value{}, bare: true}
	for _, entry := range variables.Entries {
		if !hclsyntax.ValidIdentifier(entry.Key.Text) {
			return s.fail(e, s.source(e))
		}
		in.names[entry.Key.Text] = entry.Value
	}
	if variables.Kind == model.Unknown || variables.Open {
		for _, t := range hclsyntax.Variables(template) {
			if name := t.RootName(); in.names[name] == nil {
				in.names[name] = s.unknown(e, operand(variables)+"."+name)
			}
		}
	}
	if whole, ok := template.(*hclsyntax.TemplateWrapExpr); ok {
		if v := in.eval(whole.Wrapped); v.Kind != model.String && v.Kind != model.Unknown {
			return v // a template of nothing but ${x} is x, whatever its type
		}
	}
	parts := &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{template}, SrcRange: template.Range()}
	if whole, ok := template.(*hclsyntax.TemplateExpr); ok {
		parts = whole
	}
	rendered := in.templateParts(parts, parts.Parts)
	v := s.unknown(e, rendered.Text)
	if rendered.Kind == model.String {
		v = s.str(e, rendered.Text)
	}
	all := model.Span{End: len(f.Data)}
	v.Origin = s.withDocuments(v.Origin, in.templateDocuments(parts, all))
	return v
}

// templateString is templatestring(text, variables). The text stands in no file of its own, so its documents have no places.
func (c *call) templateString() *model.Value {
	if !c.args[0].IsScalar() {
		return c.undecided()
	}
	return c.renderText(c.e, stringOf(c.args[0]), c.args[1])
}

func (s *scope) renderText(e hclsyntax.Expression, text string, variables *model.Value) *model.Value {
	f := model.NewFile("", []byte(text))
	v := s.render(e, f, parseTemplate(f), variables)
	if v.Origin.Documents != nil {
		v.Origin = s.ev.origin(s.file, true, false)
	}
	return v
}
