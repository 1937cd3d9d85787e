package road

import (
	"testing"

	"github.com/karplint/karplint/versions"
)

// TestInstalledPatch: a newer patch than the tables have is the start of a road, and Judged says what it is taken for.
func TestInstalledPatch(t *testing.T) {
	for version, want := range map[string][2]string{
		"1.14.99": {"1.14.99", "Karpenter 1.14.99 is newer than the tables, which know 1.14.3; it is judged as that"},
		"1.14.1":  {"1.14.1", ""},
		"0.34.4":  {"", ""}, // never released
		"1.99.0":  {"", ""},
	} {
		admitted, err := versions.ParseConstraint(version)
		if err != nil {
			t.Fatal(err)
		}
		if release, _ := Installed(admitted, ""); release != want[0] || Judged(admitted) != want[1] {
			t.Errorf("%s: %q, %q; want %q", version, release, Judged(admitted), want)
		}
	}
}
