package place

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// EvaluatedView is a view of a tree that an evaluation made: each value has a place of its own, perhaps
// in another file, or none.
type EvaluatedView struct {
	cache    *Cache
	Value    *model.Value
	file     *model.File      // of the block, and of the paths in real
	inner    *model.File      // the file of values without an Origin; nil if that is file
	document *Document        // for a resource in a manifest file: the document to which the paths in real belong
	real     map[string][]any // see project.Resource

	Sources []*model.Value // see project.Resource
}

// ValuesKey is the key of a chart's values in the input about an installation.
const ValuesKey = "values"

// OfSource returns the view of an installation with the values of one source only.
func (v *EvaluatedView) OfSource(source *model.Value) *EvaluatedView {
	copied := *v
	copied.Value = model.NewMap(model.NewEntry(ValuesKey, source))
	copied.Value.Span, copied.Value.Origin = v.Value.Span, v.Value.Origin
	copied.Sources = nil
	return &copied
}

// Site is the place of the value at the path, including its key if that precedes it. For an absent value, it is
// the attribute at the path, or the header of the nearest block that could contain it; in a manifest, the kind
// or name.
func (v *EvaluatedView) Site(path []any) Site {
	nodes, exists := Follow(v.Value, path)
	if exists && len(path) > 0 {
		if s, ok := v.written(nodes[len(nodes)-1].Value); ok {
			return v.orName(path, s)
		}
	} else if a, err := v.realAnchor(path); err == nil {
		if _, exists := Follow(a.Document.Doc.Root, a.Path); exists && len(path) > 0 {
			doc := a.Document.Doc
			return Site{doc.File, locate(doc, doc.Root, a.Path)}
		}
	}
	if v.document != nil {
		return v.inHome()
	}
	for _, p := range slices.Backward(nodes) {
		f := v.fileOf(p.Value)
		if isBlock(p.Value) && fits(f, p.Value.Props()) {
			return Site{f, p.Value.Props()}
		}
		if e := identity(p.Value); e != nil {
			if s, ok := v.written(e.Value); ok {
				return s
			}
		}
	}
	return v.firstSite()
}

// inHome is the place of an absent value in a manifest file: the name of the resource there.
func (v *EvaluatedView) inHome() Site {
	doc := v.document.Doc
	if path, ok := edit.Find(doc, v.Value.Span); ok {
		return Site{doc.File, locate(doc, doc.Root.Get(path...), nil)}
	}
	return Site{doc.File, locate(doc, doc.Root, nil)}
}

// firstSite is the first line of the tree.
func (v *EvaluatedView) firstSite() Site {
	if s, ok := v.written(v.Value); ok {
		return s
	}
	return Site{v.file, model.Span{}}
}

// isBlock reports whether the value is a block of Terraform, whose Props are its header.
func isBlock(v *model.Value) bool { return v.Kind == model.Map && !v.Props().Empty() }

// written returns the place of the value, or of the first value inside it that has a place.
func (v *EvaluatedView) written(value *model.Value) (Site, bool) {
	f := v.fileOf(value)
	if IsWritten(value) && fits(f, value.Span) {
		if p, path, ok := v.cache.Find(f, value.Span); ok && len(path) > 0 {
			return Site{f, locate(p.Doc, p.Doc.Root, path)}, true
		}
		return Site{f, firstLine(f, value.Span)}, true
	}
	for _, child := range value.Children() {
		if s, ok := v.written(child); ok {
			return s, true
		}
	}
	return Site{}, false
}

// IsWritten reports whether the value is written in a file. An evaluation may also add values that
// are not.
func IsWritten(v *model.Value) bool { return v.Origin != nil || !v.Span.Empty() }

func fits(f *model.File, s model.Span) bool {
	return 0 <= s.Start && s.Start <= s.End && s.End <= len(f.Data)
}

func (v *EvaluatedView) fileOf(value *model.Value) *model.File {
	if value.Origin != nil && value.Origin.File != nil {
		if value.Origin.File.Data == nil {
			return v.cache.Open(value.Origin.File).File // only its path was kept
		}
		return value.Origin.File
	}
	if v.inner != nil && value != v.Value {
		return v.inner
	}
	return v.file
}

// Anchor returns the path of the literal of a value; for an entry, the path of its key; for an absent
// value, the path at which it would be written.
func (v *EvaluatedView) Anchor(path []any, entry bool) (Anchor, error) {
	nodes, exists := Follow(v.Value, path)
	if exists && !entry {
		if last := nodes[len(nodes)-1].Value; IsWritten(last) {
			a, err := v.literal(last)
			if argument, canBe := v.unwritten(path); err != nil && canBe {
				return argument, nil
			}
			return a, err
		}
	}
	depth := len(nodes) - 1
	if exists {
		depth--
	}
	if exists && (v.document != nil || v.isEntry(nodes[len(nodes)-1])) { // the map around it may be the result of merging several texts
		if a, err := v.literal(nodes[len(nodes)-1].Value); err == nil && len(a.Path) > 0 && a.Path[len(a.Path)-1] == path[len(path)-1] {
			return a, nil
		}
	}
	real, realErr := v.realAnchor(path)
	if depth > 0 && depth >= len(realPrefix(v.real, path)) {
		if a, err := v.literal(nodes[depth].Value); err == nil {
			a.Path = slices.Concat(a.Path, path[depth:])
			if _, isWritten := Follow(a.Document.Doc.Root, a.Path); isWritten || !exists {
				return a, nil
			}
		}
	}
	if realErr == nil && !exists && real.isExpression() {
		return Anchor{}, edit.Refuse("an expression gives the value")
	}
	return real, realErr
}

// unwritten returns the place at which to write a value that a module sets by default, because its call has no such argument, or
// the map that it passes has no such key.
func (v *EvaluatedView) unwritten(path []any) (Anchor, bool) {
	a, err := v.realAnchor(path)
	if err != nil || v.document != nil || len(a.Path) == 0 {
		return Anchor{}, false
	}
	nodes, exists := Follow(a.Document.Doc.Root, a.Path)
	return a, !exists && nodes[len(nodes)-1].Value.Kind == model.Map
}

// isEntry reports whether the value is written directly after its key, as opposed to a value from elsewhere.
func (v *EvaluatedView) isEntry(p Node) bool {
	if p.Entry == nil || v.fileOf(p.Entry.Key) != v.fileOf(p.Value) && p.Entry.Key.Origin != nil {
		return false
	}
	f, key := v.fileOf(p.Value), p.Entry.Key.Span
	if !IsWritten(p.Value) || !fits(f, key) || !fits(f, p.Value.Span) {
		return false
	}
	if key.Empty() || key.End > p.Value.Span.Start {
		return false
	}
	return strings.Trim(string(f.Data[key.End:p.Value.Span.Start]), ":= \t\r\n\"'") == ""
}

// literal returns the anchor of the text of the value, or an error if that cannot be changed.
func (v *EvaluatedView) literal(value *model.Value) (Anchor, error) {
	if value.Origin != nil && value.Origin.Computed {
		return Anchor{}, edit.Refuse("the value is computed")
	}
	if !IsWritten(value) {
		return Anchor{}, edit.Refuse("the value is written nowhere")
	}
	p, path, ok := v.cache.Find(v.fileOf(value), value.Span)
	if !ok {
		return Anchor{}, edit.Refuse("the value is where no edit can be planned")
	}
	return Anchor{Document: p, Path: path, Shared: value.Origin != nil && value.Origin.Shared}, nil
}

func (v *EvaluatedView) realAnchor(path []any) (Anchor, error) {
	prefix := realPrefix(v.real, path)
	p := v.document
	if p == nil {
		p = v.cache.Open(v.file).Static
	}
	if len(prefix) == 0 || p == nil || p.Doc.Root == nil {
		return Anchor{}, edit.Refuse("nothing can be written at the path")
	}
	return Anchor{Document: p, Path: slices.Concat(v.real[realKey(prefix)], path[len(prefix):])}, nil
}

// isExpression reports whether the value at an anchor comes from a Terraform expression, which an edit would replace.
func (a Anchor) isExpression() bool {
	nodes, exists := Follow(a.Document.Doc.Root, a.Path)
	return exists && a.Document.Doc.Syntax == model.HCL && nodes[len(nodes)-1].Value.Kind == model.Unknown
}

// realPrefix returns the longest beginning of the path that is a key in real.
func realPrefix(real map[string][]any, path []any) []any {
	for n := len(path); n > 0; n-- {
		if _, exists := real[realKey(path[:n])]; exists {
			return path[:n]
		}
	}
	return nil
}

// realKey joins the steps of a path to a key of real; "" for a path that contains an index.
func realKey(path []any) string {
	keys := make([]string, len(path))
	for i, step := range path {
		key, ok := step.(string)
		if !ok {
			return ""
		}
		keys[i] = key
	}
	return strings.Join(keys, ".")
}

// ShortView is the view of a resource of which only the short form is in memory. It reads the file
// again.
type ShortView struct {
	Object *ObjectView // the object it came from
	real   map[string][]any
}

// Site is the place of the value at the path, or of the object if the path does not exist.
func (v *ShortView) Site(path []any) Site {
	if a, err := v.Anchor(path, false); err == nil && len(path) > 0 {
		doc := a.Document.Doc
		if _, exists := Follow(doc.Root, a.Path); exists {
			return Site{doc.File, locate(doc, doc.Root, a.Path)}
		}
	}
	return v.Object.Site(nil)
}

// Anchor is the path in the document of the object.
func (v *ShortView) Anchor(path []any, _ bool) (Anchor, error) {
	a := Anchor{Document: v.Object.Document}
	if prefix := realPrefix(v.real, path); len(prefix) > 0 {
		a.Path = slices.Concat(v.real[realKey(prefix)], path[len(prefix):])
		return a, nil
	}
	if _, exists := Follow(v.Object.Object.Value, path); !exists {
		return a, edit.Refuse("nothing can be written at the path")
	}
	a.Path = slices.Concat(v.Object.Object.Path, path)
	return a, nil
}
