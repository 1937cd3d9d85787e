package conformance

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
)

// target is an output that is judged.
type target struct {
	to      convert.API
	release *release
}

func (to target) String() string {
	return fmt.Sprintf("%s for Karpenter %s", to.to, to.release.version)
}

func (to target) converter(t testing.TB) *convert.Converter {
	t.Helper()
	c, err := convert.New(convert.Options{To: to.to, KarpenterVersion: to.release.version, Role: "NodeRole"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestGeneratedAlpha converts random legal alpha objects, and holds what becomes of them to the CRDs of each target.
func TestGeneratedAlpha(t *testing.T) {
	t.Parallel()
	generated(t, []*release{v0_32}, func(*release) *rapid.Generator[generate.File] { return generate.Alpha() },
		target{convert.V1Beta1, v0_32}, target{convert.V1Beta1, v0_35}, target{convert.V1Beta1, v1_0}, target{convert.V1, v1_0}, target{convert.V1, v1_14})
}

// TestGeneratedBeta does the same for random objects of v1beta1, as several releases take them, on their way to v1.
func TestGeneratedBeta(t *testing.T) {
	t.Parallel()
	generated(t, []*release{v0_32, v0_35, v1_0}, func(r *release) *rapid.Generator[generate.File] { return generate.Beta(r.version) },
		target{convert.V1, v1_0}, target{convert.V1, v1_14})
}

// generated converts files that are drawn, with objects that are legal for one of the releases from, and judges what they become for
// each target.
func generated(t *testing.T, from []*release, files func(*release) *rapid.Generator[generate.File], targets ...target) {
	converters, tallies := make([]*convert.Converter, len(targets)), make([]tally, len(targets))
	for i, to := range targets {
		converters[i] = to.converter(t)
	}
	var drawn, karpenter int
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(from).Draw(t, "legal in")
		in := files(r).Draw(t, "file")
		drawn++
		karpenter += checkLegal(t, r, in)
		for i, to := range targets {
			for _, out := range converters[i].Files([]*model.File{model.NewFile(in.Path, []byte(in.Text))}) {
				n, wrong := to.release.judgeFile(t, out, to.to, false)
				if len(wrong) > 0 {
					t.Fatalf("%v:\n%s\n%s", to, strings.Join(wrong, "\n"), out.After)
				}
				tallies[i].add(n)
			}
		}
	})
	t.Logf("%d files with %d objects of Karpenter", drawn, karpenter)
	if least := golden.Draws(200, 2000); karpenter < least && !t.Failed() {
		t.Errorf("only %d objects were drawn, and at least %d are to be judged", karpenter, least)
	}
	for i, n := range tallies {
		t.Logf("%v: %v", targets[i], n)
		if n.accepted*4 < n.judged()*3 && !t.Failed() {
			t.Errorf("%v: more than a quarter of the objects was left for a decision, and legal objects hardly need one", targets[i])
		}
	}
}

// checkLegal fails the test where the generator draws what the release does not take. It returns how many objects the
// release was asked about.
func checkLegal(t *rapid.T, r *release, in generate.File) (n int) {
	judges := r.judges(t)
	for _, o := range in.Objects {
		j := judges[o.APIVersion+" "+o.Kind]
		if j == nil {
			continue
		}
		n++
		if _, wrong := j.check(o.Plain()); len(wrong) > 0 {
			t.Fatalf("the generator is wrong: %s %s is not legal in Karpenter %s: %s", o.Kind, o.Name, r.version, strings.Join(wrong, "; "))
		}
	}
	return n
}
