package facts

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/Masterminds/semver/v3"
)

func TestTypedTablesAreWhole(t *testing.T) {
	names := Labels()
	if len(names.Labels) == 0 || len(names.Annotations) == 0 || len(names.MachineWritten) == 0 {
		t.Errorf("labels: a list is empty: %+v", names)
	}
	c := AlphaToV1beta1()
	if len(c.RequirementDefaults.Rules) != 4 || len(c.MetadataOptions.Effective) != 4 {
		t.Errorf("alpha_to_v1beta1: unexpected lengths: %+v", c)
	}
	v1 := V1beta1ToV1()
	if len(v1.AMIAliases.Families) != 5 || len(v1.MetadataOptions.Effective) != 1 || len(v1.RestrictedTags.Rules) == 0 {
		t.Errorf("v1beta1_to_v1: unexpected lengths: %+v", v1)
	}
}

func TestConstraints(t *testing.T) {
	c := AlphaToV1beta1()
	for version, want := range map[string]int{
		"0.32.10": 30, "0.33.5": 30, "0.33.6": 100, "0.34.6": 30, "0.35.6": 100, "0.36.2": 30, "0.36.3": 100, "0.37.0": 30, "0.37.1": 100, "1.0.8": 100,
	} {
		if got := c.requirementsMax(t, version); got != want {
			t.Errorf("requirements for %s: %d, want %d", version, got, want)
		}
	}
}

func TestServed(t *testing.T) {
	served := Served()
	for api, versions := range map[string]map[string]bool{
		"karpenter.sh/v1beta1": {"0.31.4": false, "0.32.0": true, "0.32.0-rc.0": true, "0.32.1-rc1": true, "1.0.14": true, "1.1.0-rc.0": false,
			"1.1.0": false},
		"karpenter.sh/v1": {"0.33.5": false, "0.33.6": true, "0.34.6": false, "0.36.2": false, "0.36.3": true, "0.37.0": false, "0.37.8": true,
			"1.0.0": true, "2.0.0": true},
	} {
		for version, want := range versions {
			got := slices.ContainsFunc(served.Of(api, "NodePool"), func(r Releases) bool { return r.Contain(semver.MustParse(version)) })
			if got != want {
				t.Errorf("%s serves %s: %v, want %v", version, api, got, want)
			}
		}
	}
	if got := served.Of("karpenter.sh/v1", "EC2NodeClass"); got != nil {
		t.Errorf("a kind of another group is served: %v", got)
	}
}

func TestBadConstraint(t *testing.T) {
	for text, bad := range map[string]bool{`">=0.32 <1"`: false, `""`: false, `"newer than 0.32"`: true, `32`: true} {
		if err := json.Unmarshal([]byte(text), new(constraint)); (err != nil) != bad {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func (c *Conversion) requirementsMax(t *testing.T, version string) int {
	t.Helper()
	for _, l := range c.RequirementsMax.Limits {
		if l.When.Contains(semver.MustParse(version)) {
			return l.Max
		}
	}
	t.Fatalf("no limit for %s", version)
	return 0
}
