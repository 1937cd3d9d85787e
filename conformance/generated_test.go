package conformance

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/generate"
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
	for _, to := range []target{{convert.V1Beta1, v0_32}, {convert.V1Beta1, v0_37}, {convert.V1Beta1, v1_0}, {convert.V1, v1_0}, {convert.V1, v1_14}} {
		t.Run(to.String(), func(t *testing.T) {
			t.Parallel()
			generated(t, generate.Alpha(), v0_32, to)
		})
	}
}

// TestGeneratedBeta does the same for random objects of v1beta1, on their way to v1.
func TestGeneratedBeta(t *testing.T) {
	for _, from := range []*release{v0_32, v0_37, v1_0} {
		for _, to := range []*release{v1_0, v1_14} {
			t.Run(from.version+" to "+to.version, func(t *testing.T) {
				t.Parallel()
				generated(t, generate.Beta(from.version), from, target{convert.V1, to})
			})
		}
	}
}

// generated converts files that are drawn, with objects that are legal for the release from.
func generated(t *testing.T, files *rapid.Generator[generate.File], from *release, to target) {
	c := to.converter(t)
	legal, _ := from.judges(t), to.release.judges(t)
	var drawn, karpenter int
	var all tally
	rapid.Check(t, func(t *rapid.T) {
		in := files.Draw(t, "file")
		drawn++
		for _, o := range in.Objects {
			if j := legal[kindOf(o.Plain())]; j != nil {
				karpenter++
				if _, wrong := j.check(o.Plain()); len(wrong) > 0 {
					t.Fatalf("the generator is wrong: %s %s is not legal in Karpenter %s: %s", o.Kind, o.Name, from.version, strings.Join(wrong, "; "))
				}
			}
		}
		for _, out := range c.Files([]*model.File{model.NewFile(in.Path, []byte(in.Text))}) {
			n, wrong := to.release.judgeFile(t, out, to.to, false)
			if len(wrong) > 0 {
				t.Fatalf("%s\n%s", strings.Join(wrong, "\n"), out.After)
			}
			all.add(n)
		}
	})
	t.Logf("%d files, %d objects of Karpenter drawn; %s", drawn, karpenter, all)
	if karpenter < 2000 && !t.Failed() {
		t.Errorf("only %d objects were drawn, and at least 2000 are to be judged", karpenter)
	}
	if all.accepted*10 < all.objects*9 && !t.Failed() {
		t.Errorf("more than a tenth of the objects was left for a decision, and legal objects hardly need one")
	}
}
