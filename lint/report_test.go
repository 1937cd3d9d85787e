package lint

import (
	"testing"

	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
)

func TestFingerprints(t *testing.T) {
	finding := func(path ...any) Finding {
		return Finding{Rule: "KL501", Location: place.Location{File: "a.yaml"}, Resource: "Pod/a", Path: path}
	}
	all := []Finding{finding("a"), finding("a"), finding("b"), finding("b", 1), finding("b", "1")}
	fingerprints(all)
	seen := map[string]bool{}
	for _, f := range all {
		if len(f.Fingerprint) != 32 || seen[f.Fingerprint] {
			t.Errorf("fingerprint %q of %v", f.Fingerprint, f.Path)
		}
		seen[f.Fingerprint] = true
	}
	moved := []Finding{finding("a")}
	moved[0].Start = model.Position{Line: 7, Column: 1}
	moved[0].Message = "in other words"
	fingerprints(moved)
	if moved[0].Fingerprint != all[0].Fingerprint {
		t.Error("a line number or a message changes the fingerprint")
	}
}
