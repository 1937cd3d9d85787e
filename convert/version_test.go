package convert

import (
	"testing"
)

// Objects can be kept for Karpenter 0.32 alone.
func TestServesWithKeep(t *testing.T) {
	keep, err := New(Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]bool{"0.31.4": false, "0.32.0": true, "v0.32.10": true, "0.33.0": false, "1.0.8": false, "x": false} {
		if got := keep.Serves(version); got != want {
			t.Errorf("%s serves %s: %v, want %v", version, keep.Output(), got, want)
		}
	}
}
