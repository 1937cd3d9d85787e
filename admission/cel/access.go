package cel

import (
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// field returns a field of a map, and whether it is present. An absent field without a default is an error, as in CEL.
func (r *run) field(of result, key string) (child result, present known.Truth) {
	if of.fails() {
		return of, known.No
	}
	if of.kind != part || !readable(of.node.value) {
		return result{may: isAny}, known.Maybe
	}
	r.steps += r.entriesRead(of.node.value) / entriesPerStep
	entry := r.in.Field(of.node.value, key)
	n := r.node(entry.Value, of.node, key)
	present = r.present(n, entry.Present)
	r.doubt(n, present)
	switch present {
	case known.Yes:
		child = partOf(n)
	case known.Maybe:
		child, present = r.doubtfulField(n)
	default:
		child, present = r.absentField(n)
	}
	return child.orError(of.may), present
}

// entriesPerStep is how many entries of a map are read in the time of a step.
const entriesPerStep = 16

// entriesRead returns how many entries are read to find one of a map. If templates or merge keys decide which entry counts, these are all.
func (r *run) entriesRead(v *model.Value) int {
	if r.in.IsPlain(v) {
		return 1
	}
	n := len(v.Entries)
	for _, e := range v.Entries {
		if !e.IsMerge() {
			continue
		}
		for _, source := range e.Merged() {
			n += r.entriesRead(source)
		}
	}
	return n
}

// readable reports whether a value can have fields.
func readable(v *model.Value) bool {
	return v.Kind == model.Map || v.Kind == model.Unknown
}

func (r *run) absentField(n *node) (result, known.Truth) {
	n.absent = true
	if n.value = r.defaultOf(n); n.value == nil {
		return failed(n), known.No
	}
	return partOf(n), known.Yes
}

// doubtfulField returns a field that may be absent, or that an unknown entry may overwrite. With a default it always has a value.
func (r *run) doubtfulField(n *node) (result, known.Truth) {
	if r.defaultOf(n) != nil {
		return unknown, known.Yes
	}
	return result{may: isAny}, known.Maybe
}

func (r *run) defaultOf(n *node) *model.Value {
	if r.in.Default == nil {
		return nil
	}
	return r.in.Default(n.path())
}

// has evaluates has() of a field.
func (r *run) has(of result, key string) result {
	if of.fails() {
		return of
	}
	_, present := r.field(of, key)
	return truthOf(ofTruth(present) | of.may&isError)
}

// index returns an entry of a map, or an item of a list.
func (r *run) index(of, index result) result {
	switch {
	case of.fails():
		return of
	case index.fails():
		return index
	case index.kind == text:
		entry, _ := r.field(of, index.text)
		return entry.orError(index.may)
	case index.kind != integer || index.low != index.high:
		return result{may: isAny}
	case of.kind == texts:
		return itemOfTexts(of, index.low).orError(of.may | index.may)
	case of.kind == part && of.node.value.Kind == model.List:
		return r.item(of.node, index.low).orError(of.may | index.may)
	}
	return result{may: isAny}
}

func itemOfTexts(of result, index int64) result {
	if index >= int64(len(of.texts)) {
		return failed(of.node)
	}
	item := textOf(of.texts[index])
	item.node = of.node
	return item
}

// item returns an item of a list. It is unknown if an earlier item may be absent, or may be several.
func (r *run) item(list *node, index int64) result {
	low, high := r.count(list)
	switch {
	case index >= high:
		return failed(list)
	case low < high:
		return result{may: isAny}
	}
	items, _ := r.in.Items(list.value)
	return partOf(r.node(items[index].Value, list, items[index].Index))
}

// count returns how many items a list can have.
func (r *run) count(list *node) (low, high int64) {
	isComplete := r.elements(list, func(_ result, present known.Truth) bool {
		if high++; present == known.Yes {
			low++
		}
		return true
	})
	if !isComplete {
		return low, unlimited
	}
	return low, high
}
