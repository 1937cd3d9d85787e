package funcs

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

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"
	"github.com/karplint/karplint/terraform/modules"

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

// Reader reads the files that functions name, each once.
type Reader struct {
	*modules.Tree
	*located.Evaluation
	texts  map[string]*file  // by path; nil for a file that must not or cannot be read
	unread map[string]string // the reasons, by path
	bytes  int
}

// NewReader returns a reader for the functions of a root.
func NewReader(t *modules.Tree, v *located.Evaluation) *Reader {
	return &Reader{Tree: t, Evaluation: v, texts: map[string]*file{}, unread: map[string]string{}}
}

// Paths returns the paths of the files that functions read.
func (r *Reader) Paths() []string {
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(r.texts)) {
		if f := r.texts[name]; f != nil && !f.missing {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// Used reports whether a function has named a file so far.
func (r *Reader) Used() bool { return len(r.texts) > 0 }

// file is a file that a function reads.
type file struct {
	*model.File
	missing bool

	directory bool // the path is a directory, so it is missing as a file

	text string // Data as a string, once a function asked for it

	readers map[hcl2.Range]bool // the calls that read it
	origins []*model.Origin     // of their results
}

// readBy records a call that reads the file, and the origin of its result. If several calls read the file, everything that is decoded
// from it is marked as shared.
func (r *Reader) readBy(f *file, e hclsyntax.Expression, o *model.Origin) {
	if f.readers == nil {
		f.readers = map[hcl2.Range]bool{}
	}
	f.readers[e.Range()] = true
	f.origins = append(f.origins, o)
	if len(f.readers) > 1 {
		for _, o := range append(f.origins, r.OriginsOf(f.File)[:]...) {
			o.Shared = true
		}
		f.origins = nil
	}
}

// pathOf returns the path of a file that a function names, relative to the base of Files. ok is false for a path that leads out
// of the root's directory and those of the modules, because files there must not get into a report.
func (r *Reader) pathOf(name string) (string, bool) {
	if path.IsAbs(name) || strings.HasPrefix(name, "~") || strings.ContainsAny(name, "\x00\\") {
		return "", false
	}
	name = path.Join(r.Dir, name)
	return name, slices.ContainsFunc(r.Dirs, func(dir string) bool { return filetype.IsWithin(path.Clean(dir), name) })
}

// open returns a file that a function names, nil if it must not or cannot be read.
func (r *Reader) open(name string) *file {
	name, ok := r.pathOf(name)
	if !ok {
		return nil
	}
	if f, ok := r.texts[name]; ok {
		return f
	}
	r.texts[name] = nil
	f, err := r.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.texts[name] = &file{missing: true}
	case err != nil && r.isDirectory(name):
		r.texts[name] = &file{missing: true, directory: true}
	case errors.Is(err, regular.ErrOutside): // Files reports it
	case err != nil:
		r.unread[name] = fmt.Sprintf("%s cannot be read: %s", name, modules.Reason(err))
	case len(f.Data) > maxRead:
		r.unread[name] = fmt.Sprintf("%s is larger than the %d MiB that karplint evaluates of a file", name, maxRead>>20)
	case r.bytes+len(f.Data) > maxReadAll:
		r.unread[name] = fmt.Sprintf("%s is not read, because it exceeds the %d MiB that karplint reads of all files together", name, maxReadAll>>20)
	default:
		r.bytes += len(f.Data)
		r.texts[name] = &file{File: f}
	}
	return r.texts[name]
}

func (r *Reader) isDirectory(name string) bool {
	_, err := r.Files.ReadDir(name)
	return err == nil
}

// named returns the file that the first argument names. If there is none, it returns nil and the value of
// the call.
func (c *Call) named() (*file, *model.Value) {
	switch {
	case located.IsCollection(c.Args[0]) || c.Args[0].Kind == model.Null:
		return nil, c.refuse()
	case c.Args[0].Kind == model.Unknown:
		return nil, c.undecided()
	}
	f := c.Reader.open(located.StringOf(c.Args[0]))
	switch {
	case f == nil:
		c.sayUnread(located.StringOf(c.Args[0]))
		return nil, c.undecided()
	case f.missing:
		return nil, c.refuse()
	}
	return f, nil
}

// sayUnread reports why a file is not read, if functions may read it.
func (c *Call) sayUnread(name string) {
	name, _ = c.Reader.pathOf(name)
	if reason := c.Reader.unread[name]; reason != "" {
		c.Cut(c.Expr, "%s", reason)
	}
}

func (c *Call) fileContent() *model.Value {
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
	v := c.Computed(c.Expr, model.String)
	v.Text = f.text
	v.Origin = located.WithDocuments(v.Origin, func() []*model.Document { return located.FileDocuments(f.File) })
	c.Reader.readBy(f, c.Expr, v.Origin)
	return v
}

func (c *Call) fileExists() *model.Value {
	if !c.Args[0].IsScalar() {
		return c.undecided()
	}
	f := c.Reader.open(located.StringOf(c.Args[0]))
	switch {
	case f == nil:
		return c.undecided()
	case f.directory:
		return c.refuse()
	}
	return c.Bool(c.Expr, !f.missing)
}

// ofFile returns a function that computes a text from the content of a file, such as its hash.
func ofFile(text func([]byte) string) func(*Call) *model.Value {
	return func(c *Call) *model.Value {
		f, failed := c.named()
		if failed != nil {
			return failed
		}
		return c.Text(c.Expr, text(f.Data))
	}
}

// fileSet is fileset(directory, pattern).
func (c *Call) fileSet() *model.Value {
	if !c.Args[0].IsScalar() || !c.Args[1].IsScalar() {
		return c.undecided()
	}
	if strings.ContainsAny(c.Args[0].Text, "*?[]{}") || strings.Contains(c.Args[1].Text, "..") {
		return c.undecided()
	}
	dir, ok := c.Reader.pathOf(c.Args[0].Text)
	if !ok || !doublestar.ValidatePattern(c.Args[1].Text) {
		return c.undecided()
	}
	l := &lister{files: c.Reader.Files, pattern: c.Args[1].Text}
	if !l.list(dir, "", 0) {
		if l.count > maxListed {
			c.Cut(c.Expr, "fileset lists more than %d files below %s", maxListed, dir)
		}
		return c.undecided()
	}
	v := c.Computed(c.Expr, model.List)
	slices.Sort(l.matches)
	for _, name := range l.matches {
		v.Items = append(v.Items, c.Text(c.Expr, name))
	}
	v.Origin = located.AsSet(v.Origin)
	return v
}

// pathExpand is pathexpand(path). The result is unknown for a path with ~, because the home
// directory depends on the machine.
func (c *Call) pathExpand() *model.Value {
	if !c.Args[0].IsScalar() || strings.HasPrefix(c.Args[0].Text, "~") {
		return c.undecided()
	}
	return conversion(cty.String)(c)
}

// lister finds the files below a directory that match a pattern.
type lister struct {
	files   modules.Files
	pattern string
	count   int
	matches []string
}

// list collects the files below dir, which is named prefix in the result. It returns false if there are too many, or if a directory
// cannot be read.
func (l *lister) list(dir, prefix string, depth int) bool {
	entries, err := l.files.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) && depth == 0 {
		return true
	}
	if err != nil || depth > maxNesting {
		return false
	}
	for _, entry := range entries {
		if l.count++; l.count > maxListed {
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

// reaches reports whether files below a directory can match the pattern.
func (l *lister) reaches(dir string) bool {
	return strings.Contains(l.pattern, "**") || strings.ContainsAny(l.pattern, "{[") || strings.Count(l.pattern, "/") > strings.Count(dir, "/")
}

// templateFile is templatefile(path, variables).
func (c *Call) templateFile() *model.Value {
	f, failed := c.named()
	if failed != nil {
		return failed
	}
	v := c.Templates.Render(c.Expr, f.File, hcl.ParseTemplate(f.File), c.Args[1])
	if v.Origin.Documents != nil {
		c.Reader.readBy(f, c.Expr, v.Origin)
	}
	return v
}

// templateString is templatestring(text, variables). The text is not a file, so its documents have no places.
func (c *Call) templateString() *model.Value {
	if !c.Args[0].IsScalar() {
		return c.undecided()
	}
	f := model.NewFile("", []byte(located.StringOf(c.Args[0])))
	v := c.Templates.Render(c.Expr, f, hcl.ParseTemplate(f), c.Args[1])
	if v.Origin.Documents != nil {
		v.Origin = c.Origin(true)
	}
	return v
}

// Glob returns the files that match a pattern: their common directory, as functions name it, and
// their names below it.
func (r *Reader) Glob(pattern string) (dir string, names []string) {
	dir, relative := doublestar.SplitPattern(path.Clean(pattern))
	root, ok := r.pathOf(dir)
	if !ok {
		return dir, nil
	}
	l := &lister{files: r.Files, pattern: relative}
	l.list(root, "", 0)
	return dir, l.matches
}
