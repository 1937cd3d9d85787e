package hcl

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
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
	maxNesting = 32       // directories within each other that it looks at
)

// reader reads the files that functions name, each once.
type reader struct {
	*tree
	*evaluation
	texts  map[string]*file  // by path; nil for one that may not be read, or cannot
	unread map[string]string // why they cannot, by path
	bytes  int
}

// newReader returns the reader of a root.
func newReader(t *tree, v *evaluation) *reader {
	return &reader{tree: t, evaluation: v, texts: map[string]*file{}, unread: map[string]string{}}
}

// read returns the paths of the files that functions read.
func (r *reader) read() []string {
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(r.texts)) {
		if f := r.texts[name]; f != nil && !f.missing {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// used says whether a function named a file so far.
func (r *reader) used() bool { return len(r.texts) > 0 }

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
func (r *reader) readBy(f *file, e hclsyntax.Expression, o *model.Origin) {
	if f.readers == nil {
		f.readers = map[hcl2.Range]bool{}
	}
	f.readers[e.Range()] = true
	f.origins = append(f.origins, o)
	if len(f.readers) > 1 {
		for _, o := range append(f.origins, r.originsOf(f.File)[:]...) {
			o.Shared = true
		}
		f.origins = nil
	}
}

// inside returns the path of what a function names, relative to the base of Files. ok is false for a path that leads out
// of the root's directory and those of the modules: what stands there must not find its way into a report.
func (r *reader) inside(name string) (string, bool) {
	if path.IsAbs(name) || strings.HasPrefix(name, "~") || strings.ContainsAny(name, "\x00\\") {
		return "", false
	}
	name = path.Join(r.dir, name)
	return name, slices.ContainsFunc(r.dirs, func(dir string) bool { return filetype.IsWithin(path.Clean(dir), name) })
}

// open returns a file that a function names, nil if it may not or cannot be read.
func (r *reader) open(name string) *file {
	name, ok := r.inside(name)
	if !ok {
		return nil
	}
	if f, ok := r.texts[name]; ok {
		return f
	}
	r.texts[name] = nil
	data, err := r.files.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.texts[name] = &file{missing: true}
	case err != nil && r.isDirectory(name):
		r.texts[name] = &file{missing: true, directory: true}
	case err != nil:
		r.unread[name] = fmt.Sprintf("%s cannot be read: %s", name, reason(err))
	case len(data) > maxRead:
		r.unread[name] = fmt.Sprintf("%s is larger than the %d MiB that karplint evaluates of a file", name, maxRead>>20)
	case r.bytes+len(data) > maxReadAll:
		r.unread[name] = fmt.Sprintf("%s is not read any more, behind the %d MiB that karplint evaluates of all files", name, maxReadAll>>20)
	default:
		r.bytes += len(data)
		r.texts[name] = &file{File: r.newFile(name, data)}
	}
	return r.texts[name]
}

func (r *reader) isDirectory(name string) bool {
	_, err := r.files.ReadDir(name)
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
	f := c.reader.open(stringOf(c.args[0]))
	switch {
	case f == nil:
		c.sayUnread(stringOf(c.args[0]))
		return nil, c.undecided()
	case f.missing:
		return nil, c.refuse()
	}
	return f, nil
}

// sayUnread says why a file is not read, if it is one that may be.
func (c *call) sayUnread(name string) {
	name, _ = c.reader.inside(name)
	if why := c.reader.unread[name]; why != "" {
		c.cut(c.e, "%s; what it gives is taken for unknown", why)
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
	v.Origin = withDocuments(v.Origin, func() []*model.Document { return fileDocuments(f.File) })
	c.reader.readBy(f, c.e, v.Origin)
	return v
}

func (c *call) fileExists() *model.Value {
	if !c.args[0].IsScalar() {
		return c.undecided()
	}
	f := c.reader.open(stringOf(c.args[0]))
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
	dir, ok := c.reader.inside(c.args[0].Text)
	if !ok || !doublestar.ValidatePattern(c.args[1].Text) {
		return c.undecided()
	}
	l := &lister{files: c.reader.files, pattern: c.args[1].Text}
	if !l.list(dir, "", 0) {
		if l.seen > maxListed {
			c.cut(c.e, "fileset looks at the first %d files below %s only; what it gives is taken for unknown", maxListed, dir)
		}
		return c.undecided()
	}
	v := c.computed(c.e, model.List)
	slices.Sort(l.matches)
	for _, name := range l.matches {
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
	matches []string
}

// list looks at dir, which is called prefix in the result. It returns false if there is too much, or a directory that cannot be read.
func (l *lister) list(dir, prefix string, depth int) bool {
	entries, err := l.files.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) && depth == 0 {
		return true
	}
	if err != nil || depth > maxNesting {
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
				l.matches = append(l.matches, name)
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
	v := c.templates.render(c.e, f.File, f.parse(), c.args[1])
	if v.Origin.Documents != nil {
		c.reader.readBy(f, c.e, v.Origin)
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

// templateString is templatestring(text, variables). The text stands in no file of its own, so its documents have no places.
func (c *call) templateString() *model.Value {
	if !c.args[0].IsScalar() {
		return c.undecided()
	}
	f := model.NewFile("", []byte(stringOf(c.args[0])))
	v := c.templates.render(c.e, f, parseTemplate(f), c.args[1])
	if v.Origin.Documents != nil {
		v.Origin = c.origin(true)
	}
	return v
}

// glob returns the files that match a pattern: a directory as functions name it, and names below it.
func (r *reader) glob(pattern string) (dir string, names []string) {
	dir, below := doublestar.SplitPattern(path.Clean(pattern))
	at, ok := r.inside(dir)
	if !ok {
		return dir, nil
	}
	l := &lister{files: r.files, pattern: below}
	l.list(at, "", 0)
	return dir, l.matches
}
