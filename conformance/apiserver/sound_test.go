package apiserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// fillings is how often the holes of an object are filled: once with what was there.
const fillings = 5

// TestHoles holds what karplint says of objects with holes to every object that they may become: it must be true of each, in every release of
// the target.
func TestHoles(t *testing.T) {
	t.Parallel()
	all := kinds(t)
	least := golden.Draws(20000, 200000)
	var n, problems, judged, failed int
	for i := 0; i < least; i++ {
		h := &hole{t: t, kind: all[i%len(all)]}
		h.draw(uint64(i))
		n++
		for _, p := range admission.Check(h.object(), h.target) {
			problems++
			of, wrong := h.refute(p)
			judged += of
			if wrong == "" {
				continue
			}
			if failed++; failed <= 10 {
				t.Errorf("%s %s, target %s: %s", h.kind.APIVersion, h.kind.Kind, h.target, wrong)
			}
		}
	}
	t.Logf("%d objects with holes, %d problems, each judged in %.1f objects without holes, %d unsound", n, problems, float64(judged)/float64(problems),
		failed)
	if problems < least/4 {
		t.Errorf("only %d problems were reported of %d objects", problems, n)
	}
}

// hole is an object with holes for a target, and some objects that it may become.
type hole struct {
	*holed
	t        *testing.T
	kind     *Kind
	releases []Served // those of the target
	served   []Served // some of them
	target   versions.Interval
	fillings []*filling
	verdicts [][]*Verdict // by filling and release
}

func (h *hole) draw(seed uint64) {
	first := int(seed) / 11 % len(h.kind.Served)
	s := h.kind.Served[first]
	d := newDrawing(seed, s.Schema)
	h.aim(d, first)
	o := any(h.kind.seed(h.t))
	for range d.IntN(12) {
		if next, ok := d.step(o, s.Schema); ok && len(encode(h.t, next)) < 5000 {
			o = next
		}
	}
	h.holed = &holed{
		drawing: d, root: tree(h.t, encode(h.t, o)), schema: s.Schema.known().root, partial: d.IntN(8) == 0,
		uncertain: map[*model.Value]bool{}, closed: map[*model.Value]bool{}, certain: map[*model.Value]bool{}, was: map[*model.Value]any{},
		keys: map[*model.Entry]string{},
	}
	for range 1 + d.IntN(4) {
		h.dig()
	}
}

// aim draws the target: one release, or some that follow each other.
func (h *hole) aim(d *drawing, first int) {
	all := h.kind.Served[first:]
	if d.IntN(3) > 0 {
		all = all[:1]
	} else {
		all = all[:1+d.IntN(len(all))]
	}
	last := all[len(all)-1]
	h.releases = all
	h.served = []Served{all[0]}
	for _, s := range []Served{all[d.IntN(len(all))], last} {
		if s.Schema != h.served[len(h.served)-1].Schema {
			h.served = append(h.served, s)
		}
	}
	target, err := versions.ParseConstraint(">= " + all[0].Release + ", <= " + last.Release)
	if err != nil {
		h.t.Fatal(err)
	}
	h.target = target
}

// fill fills the holes once for all problems.
func (h *hole) judge() {
	for i := range fillings {
		f := h.fill(i == 0)
		var verdicts []*Verdict
		for _, s := range h.served {
			verdicts = append(verdicts, s.Schema.create(h.t, f.filled))
		}
		h.fillings, h.verdicts = append(h.fillings, f), append(h.verdicts, verdicts)
	}
}

// refute returns in how many objects the problem was judged, and one of which it is not true, "" if there is none. A problem of one of
// two branches is to be true whenever this one is rendered.
func (h *hole) refute(p admission.Problem) (judged int, wrong string) {
	if h.fillings == nil {
		h.judge()
	}
	inBranch := map[int]string{} // by branch
	for i, f := range h.fillings {
		for j, v := range h.verdicts[i] {
			truth := h.truth(f, v, p)
			if truth == absent {
				continue
			}
			judged++
			text, known := inBranch[f.choice]
			if truth == isFalse && text == "" {
				text = fmt.Sprintf("%s (%s, conditional: %v): %s\nis not true in %s of\n%s\nwhich may become\n%s\nof which the API server says %s",
					dotted(p.Path), p.Code, p.Conditional, p.Message, h.served[j].Release, shortened([]byte(h.String())), shortened(encode(h.t,
						f.filled)), strings.Join(said(v), ", "))
			}
			if !known || text != "" {
				inBranch[f.choice] = text
			}
		}
	}
	if h.chosen != nil && len(inBranch) < 2 {
		return judged, "" // the other branch may be the one that is wrong
	}
	for _, text := range inBranch {
		if wrong = text; text == "" {
			return judged, ""
		}
	}
	return judged, wrong
}

type truth int

const (
	absent truth = iota // not to be judged: what is wrong is not rendered, or the API server looked at nothing of the kind
	isTrue
	isFalse
)

// truth reports whether a problem is one of a filling.
func (h *hole) truth(f *filling, v *Verdict, p admission.Problem) truth {
	path, rendered := f.place(p.Path)
	if p.Code == admission.CodeRequired || h.root.Get(p.Path...) == nil {
		path, rendered = f.field(p.Path)
	}
	switch {
	case !rendered && p.Conditional:
		return absent
	case !rendered:
		return isFalse
	case v.Unread:
		return absent
	case v.says(p.Code, path), len(h.served) > 1 && v.saysAnything(path):
		return isTrue
	case v.Unjudged && (p.Code == admission.CodeRule || len(h.served) > 1):
		return absent
	}
	return isFalse
}

// classes are those of the API server's errors that a problem may be.
var classes = map[string]string{
	admission.CodeType: "type", admission.CodeRequired: "required", admission.CodeEnum: "enum", admission.CodePattern: "pattern bounds",
	admission.CodeBounds:    "bounds",
	admission.CodeDuplicate: "duplicate", admission.CodeName: "name", admission.CodeLabel: "label", admission.CodeRule: "cel",
}

// says reports whether the API server has a problem of a code at a path. In metadata, it takes a null for an empty value, and names what
// this one lacks.
func (v *Verdict) says(code, path string) bool {
	switch code {
	case admission.CodeUnknownField:
		return contains(v.Unknown, path)
	case admission.CodeDuplicateKey:
		return contains(v.Twice, path)
	}
	for _, e := range v.Errors {
		of := normal(e.Path)
		isNear := of == path || isWithin(path, of) || isWithin(of, path)
		if isNear && (strings.Contains(classes[code], e.Class) || isWithin(path, "metadata")) {
			return true
		}
	}
	return false
}

func (v *Verdict) saysAnything(path string) bool {
	return contains(v.Unknown, path) || contains(v.Twice, path) || v.hasNear(path)
}

func contains(paths []string, path string) bool {
	for _, p := range paths {
		if normal(p) == path {
			return true
		}
	}
	return false
}
