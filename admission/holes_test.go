package admission_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
	"golang.org/x/tools/txtar"
)

// puncher makes an object with holes (unknown or optional parts), and an object without holes that it may be in the cluster.
type puncher struct {
	*rand.Rand
	uncertain map[*model.Value]bool
	closed    map[*model.Value]bool
}

// punch returns a copy of a value with holes, and one that it may be in the cluster. The second may lack parts that a branch decides.
func (p *puncher) punch(v *model.Value) (holed, filled *model.Value) {
	if p.IntN(25) == 0 {
		return model.NewUnknown("{{ .x }}"), v
	}
	h, f := *v, *v
	h.Entries, h.Items, f.Entries, f.Items = nil, nil, nil, nil
	isUncertain := (v.Kind == model.Map || v.Kind == model.List) && p.IntN(12) == 0
	isHidden := func(e *model.Entry) bool { // never an entry with a duplicate key, because then another entry would count
		twice := slices.ContainsFunc(v.Entries, func(other *model.Entry) bool { return other != e && other.Key.Text == e.Key.Text })
		return !twice && p.IntN(30) == 0
	}
	for _, e := range v.Entries {
		child, fill := p.punch(e.Value)
		if !isUncertain || p.IntN(2) == 0 {
			f.Entries = append(f.Entries, &model.Entry{Key: e.Key, Value: fill})
		}
		if isUncertain || !isHidden(e) {
			h.Entries = append(h.Entries, &model.Entry{Key: e.Key, Value: child})
		} else {
			h.Open = true
		}
	}
	for _, item := range v.Items {
		child, fill := p.punch(item)
		if !isUncertain || p.IntN(2) == 0 {
			f.Items = append(f.Items, fill)
		}
		h.Items = append(h.Items, child)
	}
	if isUncertain {
		p.uncertain[&h], p.closed[&h] = true, p.IntN(2) == 0
	}
	return &h, &f
}

// TestHoles: every problem of an object with holes is also a problem of an object that it may be, unless the problem is conditional.
func TestHoles(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err)
	}
	docs := append(documents(t, []byte(pool)), documents(t, []byte(class))...)
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, documents(t, archive.Files[1].Data)...)
	}
	targets := []versions.Interval{{}, interval(t, "1.15.1"), interval(t, "1.0.8"), interval(t, "0.37.8")}
	checked := 0
	for seed := range uint64(golden.Draws(300, 30_000)) {
		p := &puncher{Rand: rand.New(rand.NewPCG(seed, 1)), uncertain: map[*model.Value]bool{}, closed: map[*model.Value]bool{}}
		doc := docs[seed%uint64(len(docs))]
		holed, filled := p.punch(doc.Root)
		o := object(holed)
		o.APIVersion, o.Kind = doc.Root.Str("apiVersion"), doc.Root.Str("kind")
		o.Uncertain = func(v *model.Value) bool { return p.uncertain[v] }
		o.Closed = func(v *model.Value) bool { return p.closed[v] }
		f := admission.Object{Value: filled}
		f.APIVersion, f.Kind = o.APIVersion, o.Kind
		target := targets[p.IntN(len(targets))]
		isTrue := admission.Check(f, target)
		for _, problem := range admission.Check(o, target) {
			if problem.Conditional {
				continue
			}
			checked++
			same := func(q admission.Problem) bool { return q.Class == problem.Class && slices.Equal(q.Path, problem.Path) }
			if !slices.ContainsFunc(isTrue, same) && !isMasked(problem, isTrue) {
				t.Errorf("seed %d: %s: %s", seed, model.PathText(problem.Path), problem.Message)
			}
		}
	}
	if checked < 300 {
		t.Errorf("only %d problems were checked", checked)
	}
}

// isMasked reports whether the API server does not evaluate a broken rule because of another problem: a value of a wrong type, or a
// missing field that a branch did not render.
func isMasked(broken admission.Problem, others []admission.Problem) bool {
	return broken.Code == admission.CodeRule && slices.ContainsFunc(others, func(p admission.Problem) bool {
		return (p.Code == admission.CodeRequired || p.Code == admission.CodeType) && p.Path[0] == broken.Path[0]
	})
}
