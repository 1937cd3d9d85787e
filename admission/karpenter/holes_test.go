package karpenter

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
)

// TestMain gives rapid a fixed seed, so that every run sees the same objects.
func TestMain(m *testing.M) {
	flag.Parse()
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": strconv.Itoa(golden.Draws(150, 2000)), "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// TestHoles: every problem of an object with holes is also a problem of the object without holes, because the first may be the second
// in the cluster. It may also be that object without some optional entries. A conditional problem needs only the entry that it is
// about.
func TestHoles(t *testing.T) {
	drawn, withHoles, reported, conditional := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			f := generate.Judged(rapid.SampledFrom([]string{"karpenter.sh/v1", "karpenter.sh/v1beta1"}).Draw(t, "api")).Draw(t, "file")
			cluster := Cluster{Webhook: known.Truth(rapid.IntRange(0, 2).Draw(t, "webhook"))}
			holes := &puncher{t: t, uncertain: map[*model.Value]bool{}}
			root := pool(f)
			holes.walk(root, nil)
			o := admission.Object{Value: root}
			o.Uncertain = func(v *model.Value) bool { return holes.uncertain[v] }
			problems := Check(o, cluster)
			drawn++
			if len(holes.uncertain) > 0 {
				withHoles++
			}
			reported += len(problems)
			for _, p := range problems {
				if p.Conditional {
					conditional++
				}
				for _, filled := range []*model.Value{pool(f), holes.without(pool(f), p.Path)} {
					said := Check(admission.Object{Value: filled}, cluster)
					if !slices.ContainsFunc(said, func(q admission.Problem) bool { return isSameProblem(p, q) }) {
						t.Fatalf("only with the holes %v: %s\nin %#v\nwithout them\n%s", holes.optional, report([]admission.Problem{p}), f, report(said))
					}
				}
			}
		}
	})
	t.Logf("%d objects, %d with holes, %d problems in those, %d of them conditional", drawn, withHoles, reported, conditional)
	if drawn == 0 || reported*4 < drawn || withHoles*2 < drawn || conditional == 0 {
		t.Error("too few")
	}
}

// pool returns a fresh tree of the pool in a file.
func pool(f generate.File) *model.Value {
	all := documents(f.Path, []byte(f.Text))
	return all[len(all)-1].Root
}

// isSameProblem reports whether q is the problem p in an object without holes. Another suspicion may come first at a place, Karpenter
// may refuse a value that is only suspicious with holes, and of two equal taints either may be reported.
func isSameProblem(p, q admission.Problem) bool {
	isSameCode := p.Class == q.Class && p.Code == q.Code
	if isSameCode && p.Code == "duplicate-taint" {
		return true
	}
	return slices.Equal(p.Path, q.Path) && (isSameCode || p.Class == admission.Suspicious)
}

// puncher makes holes: values that are unknown, and maps and lists that may lack entries or have more.
type puncher struct {
	t         *rapid.T
	uncertain map[*model.Value]bool
	optional  [][]any // the entries that may be missing
}

func (h *puncher) walk(v *model.Value, path []any) {
	kind := 0 // of a hole; rapid draws small numbers from larger ranges
	for range 3 {
		kind = 4*kind + rapid.IntRange(0, 3).Draw(h.t, "hole")
	}
	isCollection := v.Kind == model.Map || v.Kind == model.List
	switch {
	case len(path) < 2 || kind < 57:
	case kind == 57:
		*v = *model.NewUnknown("x")
		h.uncertain[v] = true
		return
	case kind < 60 && isCollection:
		v.Open = true
		h.uncertain[v] = true
		v.Entries = v.Entries[:max(0, len(v.Entries)-1)]
		v.Items = v.Items[:max(0, len(v.Items)-1)]
	default:
		h.uncertain[v] = true
	}
	for _, e := range v.Entries {
		h.enter(v, e.Value, model.Join(path, e.Key.Text))
	}
	for i, item := range v.Items {
		h.enter(v, item, model.Join(path, i))
	}
}

func (h *puncher) enter(parent, v *model.Value, path []any) {
	if h.uncertain[parent] {
		h.optional = append(h.optional, path)
	}
	h.walk(v, path)
}

// without returns the tree without some of the optional entries, but with the one at the path. An item of a list is replaced by one
// without an effect, so that the other items keep their indices.
func (h *puncher) without(root *model.Value, path []any) *model.Value {
	for i, entry := range h.optional {
		v := root.Get(entry...)
		if v == nil || model.HasPrefix(path, entry) || rapid.IntRange(0, 1).Draw(h.t, "missing") == 0 {
			continue
		}
		_, isItem := entry[len(entry)-1].(int)
		switch {
		case !isItem:
			*v = model.Value{Kind: model.Null, Dash: -1}
		case v.Kind == model.Map:
			*v = *model.NewMap(
				model.NewEntry("key", model.NewString(fmt.Sprintf("inert-%d", i))),
				model.NewEntry("effect", model.NewString("NoSchedule")),
				model.NewEntry("operator", model.NewString("Exists")),
			)
		}
	}
	return root
}
