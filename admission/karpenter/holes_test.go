package karpenter

import (
	"flag"
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
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": strconv.Itoa(golden.Draws(100, 2000)), "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// TestHoles: what is said of an object with holes is said of the object without them too, because it is one of those that the holes may
// stand for.
func TestHoles(t *testing.T) {
	drawn, withHoles, reported := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			f := generate.Judged(rapid.SampledFrom([]string{"karpenter.sh/v1", "karpenter.sh/v1beta1"}).Draw(t, "api")).Draw(t, "file")
			cluster := Cluster{Webhook: known.Truth(rapid.IntRange(0, 2).Draw(t, "webhook"))}
			whole := Check(admission.Object{Value: pool(f)}, cluster)

			root, uncertain := punch(t, pool(f))
			o := admission.Object{Value: root}
			o.Uncertain = func(v *model.Value) bool { return uncertain[v] }
			problems := Check(o, cluster)
			drawn++
			if len(uncertain) > 0 {
				withHoles++
			}
			reported += len(problems)
			for _, p := range problems {
				if p.Conditional {
					continue
				}
				if !slices.ContainsFunc(whole, func(q admission.Problem) bool { return isSameProblem(p, q) }) {
					t.Fatalf("only with holes: %s\nin %#v\nthe whole has\n%s", report([]admission.Problem{p}), f, report(whole))
				}
			}
		}
	})
	t.Logf("%d objects, %d with holes, %d problems in those", drawn, withHoles, reported)
	if drawn == 0 || reported*4 < drawn || withHoles*2 < drawn {
		t.Errorf("too few: %d objects, %d with holes, %d problems", drawn, withHoles, reported)
	}
}

// pool returns a fresh tree of the pool in a file.
func pool(f generate.File) *model.Value {
	all := documents(f.Path, []byte(f.Text))
	return all[len(all)-1].Root
}

// isSameProblem: another suspicion may be the first one at a place, and Karpenter may refuse what is suspicious with holes.
func isSameProblem(p, q admission.Problem) bool {
	if !slices.Equal(p.Path, q.Path) {
		return false
	}
	return p.Class == admission.Suspicious || p.Class == q.Class && p.Code == q.Code
}

// punch returns the tree with holes: values that are unknown, and maps and lists whose entries are alternatives or of which some are missing.
func punch(t *rapid.T, root *model.Value) (*model.Value, map[*model.Value]bool) {
	holes := map[*model.Value]bool{}
	var walk func(v *model.Value, depth int)
	walk = func(v *model.Value, depth int) {
		kind := 0 // of a hole; rapid draws small numbers from larger ranges
		for range 3 {
			kind = 4*kind + rapid.IntRange(0, 3).Draw(t, "hole")
		}
		switch {
		case depth < 2 || kind < 59:
		case kind == 59:
			*v = *model.NewUnknown("x")
			holes[v] = true
			return
		case kind < 62 && (v.Kind == model.Map || v.Kind == model.List):
			v.Open = true
			holes[v] = true
			if n := len(v.Entries); n > 0 {
				v.Entries = v.Entries[:n-1]
			}
			if n := len(v.Items); n > 0 {
				v.Items = v.Items[:n-1]
			}
		default:
			holes[v] = true
		}
		for _, e := range v.Entries {
			walk(e.Value, depth+1)
		}
		for _, item := range v.Items {
			walk(item, depth+1)
		}
	}
	walk(root, 0)
	return root, holes
}
