// Package latest compares what karplint says that Karpenter refuses with the code of a newer release than the one that the tests around it
// need. It is a module of its own, because a module can have one release of Karpenter only.
package latest

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	_ "github.com/aws/karpenter-provider-aws/pkg/apis/v1" // tells Karpenter the labels and resources of AWS
	"pgregory.net/rapid"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/apis/v1alpha1"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/karpenter"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/versions"
)

// release is the one that go.mod requires.
const release = "1.14.1"

// TestMain gives rapid a fixed seed, so that every run sees the same objects.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": strconv.Itoa(golden.Draws(100, 1000)), "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	flag.Parse()
	os.Exit(m.Run())
}

// validated is an object of Karpenter that its controller validates.
type validated interface {
	RuntimeValidate(ctx context.Context) error
}

// TestPools and TestOverlays compare the verdicts on random objects.
func TestPools(t *testing.T) {
	compare(t, "karpenter.sh/v1", func() validated { return new(karpv1.NodePool) },
		"duplicate-taint", "known-value", "label-key", "label-value", "min-values", "pool-requirement", "requirement-key", "requirement-number",
		"requirement-operator", "requirement-value", "requirement-without-values", "restricted-label", "restricted-requirement", "taint-effect",
		"taint-key", "taint-value")
}

func TestOverlays(t *testing.T) {
	compare(t, "karpenter.sh/v1alpha1", func() validated { return new(v1alpha1.NodeOverlay) },
		"excluded-without-values", "known-value", "overlay-capacity", "requirement-key", "requirement-number", "requirement-operator",
		"requirement-value", "requirement-without-values", "restricted-requirement")
}

// compare draws objects, each of which Karpenter and karplint take, or refuse. Each of the codes must be the only one of some object.
func compare(t *testing.T, apiVersion string, empty func() validated, codes ...string) {
	exact, err := versions.ParseConstraint(release)
	if err != nil {
		t.Fatal(err)
	}
	refused, legal := 0, 0
	alone := map[string]int{} // by code: objects that have no other fault
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			f := generate.Judged(apiVersion).Draw(t, "file")
			ours, code := verdict(karpenter.Check(admission.Object{Value: rootOf(f)}, karpenter.Cluster{Controller: exact, Webhook: known.No}))
			theirs := typed(t, f, empty()).RuntimeValidate(context.Background())
			if (ours == "") != (theirs == nil) {
				t.Fatalf("karplint says %q\nKarpenter says %v\nof %#v", ours, theirs, f)
			}
			if theirs == nil {
				legal++
				continue
			}
			refused++
			alone[code]++
		}
	})
	t.Logf("%d objects that Karpenter refuses, %d that it takes; with one fault: %v", refused, legal, alone)
	if refused < 200 || legal < 200 {
		t.Errorf("too few: %d and %d", refused, legal)
	}
	for _, code := range codes {
		if alone[code] == 0 {
			t.Errorf("no object has the fault %s alone, so nothing shows that Karpenter rejects it", code)
		}
	}
}

// typed decodes the object of a file into a type of Karpenter's.
func typed[T any](t rapid.TB, f generate.File, into T) T {
	t.Helper()
	data, err := json.Marshal(f.Objects[0].Plain())
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%v: %#v", err, f)
	}
	return into
}

func rootOf(f generate.File) *model.Value {
	var root *model.Value
	yaml.Documents(model.NewFile(f.Path, []byte(f.Text)), func(doc *model.Document, _ *yaml.ParseError) bool {
		if doc != nil && doc.Root.IsMap() {
			root = doc.Root
		}
		return true
	})
	return root
}

// verdict writes the problems that Karpenter refuses an object for, and returns their code, "" if they have several.
func verdict(problems []admission.Problem) (text, code string) {
	var b strings.Builder
	for _, p := range problems {
		if p.Class != admission.Invalid {
			continue
		}
		if b.Len() > 0 && p.Code != code {
			code = ""
		} else {
			code = p.Code
		}
		fmt.Fprintf(&b, "%s: %s\n", model.PathText(p.Path), p.Message)
	}
	return b.String(), code
}
