package upgrade

import (
	"slices"
	"testing"
)

// TestUnion has an installation whose place is known with its line by one file, and without it by another.
func TestUnion(t *testing.T) {
	known := []string{"helm_release.karpenter (main.tf:71)"}
	got := union(known, []string{"helm_release.karpenter (main.tf)", "karpenter (other.yaml:3)", "karpenter (other.yaml)"})
	if want := []string{"helm_release.karpenter (main.tf:71)", "karpenter (other.yaml:3)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
