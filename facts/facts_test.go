package facts

import (
	"encoding/json"
	"testing"

	"github.com/Masterminds/semver/v3"
)

func TestTypedTablesAreWhole(t *testing.T) {
	names, err := Labels()
	if err != nil {
		t.Fatal(err)
	}
	if len(names.Labels) == 0 || len(names.Annotations) == 0 || len(names.MachineWritten) == 0 {
		t.Errorf("labels: a list is empty: %+v", names)
	}
	c, err := AlphaToV1beta1()
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Kinds) != 3 || len(c.RequirementDefaults.Rules) != 4 || len(c.MetadataOptions.Effective) != 4 {
		t.Errorf("alpha_to_v1beta1: unexpected lengths: %+v", c)
	}
}

func TestConstraints(t *testing.T) {
	c, err := AlphaToV1beta1()
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]int{
		"0.32.10": 30, "0.33.4": 30, "0.33.5": 100, "0.34.0": 30, "0.35.5": 100, "0.36.1": 30, "0.36.2": 100, "0.37.0": 100, "1.0.8": 100,
	} {
		if got := c.requirementsMax(t, version); got != want {
			t.Errorf("requirements for %s: %d, want %d", version, got, want)
		}
	}
	for version, want := range map[string]bool{"0.31.4": false, "0.32.0": true, "0.32.1-rc1": true, "1.0.14": true, "1.1.0": false} {
		if got := c.ServesV1beta1.When.Holds(semver.MustParse(version)); got != want {
			t.Errorf("%s serves v1beta1: %v, want %v", version, got, want)
		}
	}
}

func TestBadConstraint(t *testing.T) {
	for text, bad := range map[string]bool{`">=0.32 <1"`: false, `""`: false, `"newer than 0.32"`: true, `32`: true} {
		if err := json.Unmarshal([]byte(text), new(Constraint)); (err != nil) != bad {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func (c *Conversion) requirementsMax(t *testing.T, version string) int {
	t.Helper()
	for _, l := range c.RequirementsMax.Limits {
		if l.When.Holds(semver.MustParse(version)) {
			return l.Max
		}
	}
	t.Fatalf("no limit for %s", version)
	return 0
}
