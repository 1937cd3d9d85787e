package conformance

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/Masterminds/semver/v3"
	"github.com/google/go-cmp/cmp"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	"github.com/karplint/karplint/facts"
)

// TestDefaults holds facts/defaults.yaml to the defaults in the CRDs of each release.
func TestDefaults(t *testing.T) {
	table := facts.DefaultValues()
	for _, r := range releases {
		t.Run(r.version, func(t *testing.T) {
			for _, j := range r.judges(t) {
				if j.name != "NodePool" && j.name != "EC2NodeClass" && !j.alpha() {
					continue // karplint does not look into those that the controller makes
				}
				want := map[string]any{}
				j.eachField(func(path string, s *structural.Structural) {
					if s.Default.Object != nil && strings.HasPrefix(path, "spec") { // the status is the controller's
						want[path] = s.Default.Object
					}
				})
				got := map[string]any{}
				for _, d := range table.Of(j.apiVersion, j.name, semver.MustParse(r.version)) {
					got[d.Path] = d.Value
				}
				if diff := cmp.Diff(plain(want), plain(got)); diff != "" {
					t.Errorf("%s of Karpenter %s: the CRD (-) and facts/defaults.yaml (+) differ:\n%s", j.kind, r.version, diff)
				}
			}
		})
	}
}

// plain returns what encoding/json makes of a value, so that numbers are of one type.
func plain(v any) (into any) {
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &into)
	}
	if err != nil {
		return err
	}
	return into
}
