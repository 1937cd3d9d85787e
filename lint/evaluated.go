package lint

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// evaluatedView is a view of a tree that an evaluation made: each value has a place of its own, perhaps
// in another file, or none.
type evaluatedView struct {
	cache *fileCache
	value *model.Value
	file  *model.File      // of the block, and of the paths in real
	inner *model.File      // of values without an Origin; nil: file
	home  *page            // of a resource in a manifest file: the document of the paths in real
	real  map[string][]any // see project.Resource

	sources []*model.Value // see project.Resource
}

// site is the place of the value at the path, together with its key where that stands in front of it. Of what is absent
// it is the attribute that the path stands for, or the header of the nearest block that could hold it, or, in a manifest,
// its kind or name.
func (v *evaluatedView) site(path []any) site {
	way, found := follow(v.value, path)
	if found && len(path) > 0 {
		if s, ok := v.written(way[len(way)-1].value); ok {
			return v.nearName(path, s)
		}
	} else if a, err := v.realAnchor(path); err == nil {
		if _, exists := follow(a.page.doc.Root, a.path); exists && len(path) > 0 {
			doc := a.page.doc
			return site{doc.File, locate(doc, doc.Root, a.path)}
		}
	}
	if v.home != nil {
		return v.inHome()
	}
	for _, p := range slices.Backward(way) {
		f := v.fileOf(p.value)
		if isBlock(p.value) && fits(f, p.value.Props) {
			return site{f, p.value.Props}
		}
		if e := identity(p.value); e != nil {
			if s, ok := v.written(e.Value); ok {
				return s
			}
		}
	}
	return v.whole()
}

// inHome is the place of what is absent in a manifest file: what the resource is called there.
func (v *evaluatedView) inHome() site {
	doc := v.home.doc
	if path, ok := edit.Find(doc, v.value.Span); ok {
		return site{doc.File, locate(doc, doc.Root.Get(path...), nil)}
	}
	return site{doc.File, locate(doc, doc.Root, nil)}
}

// whole is the first line of the tree.
func (v *evaluatedView) whole() site {
	if s, ok := v.written(v.value); ok {
		return s
	}
	return site{v.file, model.Span{}}
}

// isBlock says whether the value is a block of Terraform, whose Props are its header.
func isBlock(v *model.Value) bool { return v.Kind == model.Map && !v.Props.Empty() }

// written returns where the value is written, or the first of what it holds where it has no place itself.
func (v *evaluatedView) written(value *model.Value) (site, bool) {
	f := v.fileOf(value)
	if isWritten(value) && fits(f, value.Span) {
		if p, path, ok := v.cache.find(f, value.Span); ok && len(path) > 0 {
			return site{f, locate(p.doc, p.doc.Root, path)}, true
		}
		return site{f, firstLine(f, value.Span)}, true
	}
	for _, child := range value.Children() {
		if s, ok := v.written(child); ok {
			return s, true
		}
	}
	return site{}, false
}

func isWritten(v *model.Value) bool { return v.Origin != nil || !v.Span.Empty() }

func fits(f *model.File, s model.Span) bool {
	return 0 <= s.Start && s.Start <= s.End && s.End <= len(f.Data)
}

func (v *evaluatedView) fileOf(value *model.Value) *model.File {
	if value.Origin != nil && value.Origin.File != nil {
		if value.Origin.File.Data == nil {
			return v.cache.open(value.Origin.File).file // only its path was kept
		}
		return value.Origin.File
	}
	if v.inner != nil && value != v.value {
		return v.inner
	}
	return v.file
}

// anchor of a value is where its literal stands; of an entry, where its key does; of what is absent, where it
// would be written.
func (v *evaluatedView) anchor(path []any, entry bool) (anchor, error) {
	way, found := follow(v.value, path)
	if found && !entry {
		if last := way[len(way)-1].value; isWritten(last) {
			a, err := v.literal(last)
			if own, canBe := v.unwritten(path); err != nil && canBe {
				return own, nil
			}
			return a, err
		}
	}
	depth := len(way) - 1
	if found {
		depth--
	}
	if found && (v.home != nil || v.isEntry(way[len(way)-1])) { // the map around it may be merged of several texts
		if a, err := v.literal(way[len(way)-1].value); err == nil && len(a.path) > 0 && a.path[len(a.path)-1] == path[len(path)-1] {
			return a, nil
		}
	}
	real, realErr := v.realAnchor(path)
	if depth > 0 && depth >= len(realPrefix(v.real, path)) {
		if a, err := v.literal(way[depth].value); err == nil {
			a.path = slices.Concat(a.path, path[depth:])
			if _, exists := follow(a.page.doc.Root, a.path); exists || !found {
				return a, nil
			}
		}
	}
	return real, realErr
}

// unwritten is where a value would be written that a module has by default: where its call has no such argument, or the map that it
// passes has no such key.
func (v *evaluatedView) unwritten(path []any) (anchor, bool) {
	a, err := v.realAnchor(path)
	if err != nil || v.home != nil || len(a.path) == 0 {
		return anchor{}, false
	}
	way, found := follow(a.page.doc.Root, a.path)
	return a, !found && way[len(way)-1].value.Kind == model.Map
}

// isEntry says whether the value is written behind its key, and does not come from elsewhere under the same name.
func (v *evaluatedView) isEntry(p place) bool {
	if p.entry == nil || v.fileOf(p.entry.Key) != v.fileOf(p.value) && p.entry.Key.Origin != nil {
		return false
	}
	f, key := v.fileOf(p.value), p.entry.Key.Span
	return isWritten(p.value) && fits(f, key) && fits(f, p.value.Span) && !key.Empty() && key.End <= p.value.Span.Start &&
		strings.Trim(string(f.Data[key.End:p.value.Span.Start]), ":= \t\r\n\"'") == ""
}

// literal returns where the value is written, if it can be changed there.
func (v *evaluatedView) literal(value *model.Value) (anchor, error) {
	if value.Origin != nil && value.Origin.Computed {
		return anchor{}, edit.Refuse("the value is computed")
	}
	if !isWritten(value) {
		return anchor{}, edit.Refuse("the value is written nowhere")
	}
	p, path, ok := v.cache.find(v.fileOf(value), value.Span)
	if !ok {
		return anchor{}, edit.Refuse("the value stands where no edit can be planned")
	}
	return anchor{page: p, path: path, shared: value.Origin != nil && value.Origin.Shared}, nil
}

func (v *evaluatedView) realAnchor(path []any) (anchor, error) {
	prefix := realPrefix(v.real, path)
	p := v.home
	if p == nil {
		p = v.cache.static(v.file)
	}
	if len(prefix) == 0 || p == nil || p.doc.Root == nil {
		return anchor{}, edit.Refuse("nothing can be written at the path")
	}
	return anchor{page: p, path: slices.Concat(v.real[realKey(prefix)], path[len(prefix):])}, nil
}

// realPrefix returns the longest beginning of the path that is a key in real.
func realPrefix(real map[string][]any, path []any) []any {
	for n := len(path); n > 0; n-- {
		if _, found := real[realKey(path[:n])]; found {
			return path[:n]
		}
	}
	return nil
}

// realKey joins the steps of a path as real has them; "" for a path with an index in it.
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

// shortView is a view of a resource of which only the short form was kept: its file is read again.
type shortView struct {
	object *objectView // the object it came from
	real   map[string][]any
}

func (v *shortView) site(path []any) site {
	if a, err := v.anchor(path, false); err == nil && len(path) > 0 {
		doc := a.page.doc
		if _, found := follow(doc.Root, a.path); found {
			return site{doc.File, locate(doc, doc.Root, a.path)}
		}
	}
	return v.object.site(nil)
}

func (v *shortView) anchor(path []any, _ bool) (anchor, error) {
	a := anchor{page: v.object.page}
	if prefix := realPrefix(v.real, path); len(prefix) > 0 {
		a.path = slices.Concat(v.real[realKey(prefix)], path[len(prefix):])
		return a, nil
	}
	if _, found := follow(v.object.object.Value, path); !found {
		return a, edit.Refuse("nothing can be written at the path")
	}
	a.path = slices.Concat(v.object.object.Path, path)
	return a, nil
}
