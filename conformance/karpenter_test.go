package conformance

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	judged "github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/karpenter"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/versions"
)

// TestKarpenter compares what karplint says that Karpenter refuses with what the code of Karpenter 1.0.8 refuses, for random pools of both
// versions. The release of Karpenter for AWS with that code is 1.0.11.
func TestKarpenter(t *testing.T) {
	exact, err := versions.ParseConstraint("1.0.11")
	if err != nil {
		t.Fatal(err)
	}
	cluster := karpenter.Cluster{Controller: exact, Webhook: known.No}
	refused, legal := 0, 0
	alone := map[string]int{} // by code: pools that have no other fault
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			f := generate.Judged(rapid.SampledFrom([]string{"karpenter.sh/v1", "karpenter.sh/v1beta1"}).Draw(t, "api")).Draw(t, "file")
			ours, codes := invalid(karpenter.Check(judged.Object{Value: rootOf(f)}, cluster))
			theirs := theirVerdict(t, f)
			if (ours == "") != (theirs == "") {
				t.Fatalf("karplint says %q\nKarpenter says %q\nof %#v", ours, theirs, f)
			}
			if ours == "" {
				legal++
				continue
			}
			refused++
			if len(codes) == 1 {
				for code := range codes {
					alone[code]++
				}
			}
		}
	})
	t.Logf("%d pools that Karpenter refuses, %d that it takes; with one fault: %v", refused, legal, alone)
	for _, code := range []string{
		"duplicate-taint", "label-key", "label-value", "min-values", "pool-requirement", "requirement-key", "requirement-number", "requirement-operator",
		"requirement-value", "requirement-without-values", "restricted-label", "restricted-requirement", "taint-effect", "taint-key", "taint-value",
	} {
		if alone[code] == 0 {
			t.Errorf("no pool has the fault %s alone, so nothing shows that Karpenter rejects it", code)
		}
	}
	if least := golden.Draws(400, 4000); refused < least || legal < least {
		t.Errorf("too few: %d and %d", refused, legal)
	}
}

// theirVerdict returns what Karpenter says of the pool in a file, "" if it takes it.
func theirVerdict(t rapid.TB, f generate.File) string {
	t.Helper()
	read, err := objects([]byte(f.Text))
	if err != nil || len(read) != 1 {
		t.Fatalf("%d objects, %v, in %#v", len(read), err, f)
	}
	return strings.Join(admission(read[0]), "\n")
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

// invalid writes the problems that Karpenter refuses an object for, and returns their codes.
func invalid(problems []judged.Problem) (text string, codes map[string]bool) {
	codes = map[string]bool{}
	var b strings.Builder
	for _, p := range problems {
		if p.Class == judged.Invalid {
			fmt.Fprintf(&b, "%s: %s\n", model.PathText(p.Path), p.Message)
			codes[p.Code] = true
		}
	}
	return b.String(), codes
}
