package fields

import (
	"regexp"
	"strings"
	"testing"

	"github.com/karplint/karplint/convert/pages"
)

// TestRowsSayWhy asserts that a row that changes the value of a field, or drops it, says why and names its source.
func TestRowsSayWhy(t *testing.T) {
	r := Karpenter()
	for kind, k := range r.Steps {
		seen := map[string]bool{}
		for _, r := range k.Rows {
			if seen[r.From] {
				t.Errorf("%s: two rows for %s", kind.Kind, r.From)
			}
			seen[r.From] = true
			if changes := r.How != nil || r.Gone; changes && (r.Why == "" || r.Source == "") && r.From != anyMetadata {
				t.Errorf("%s: %s changes; why %q, source %q", kind.Kind, r.From, r.Why, r.Source)
			}
		}
		for _, r := range k.Absent {
			if !seen[r.From] || r.Why == "" || r.Source == "" || r.Becomes == "" {
				t.Errorf("%s: the row for an absent %s: %+v", kind.Kind, r.From, r)
			}
		}
	}
}

// TestTables asserts where fields come to stand that go along with the one that holds them.
func TestTables(t *testing.T) {
	want := map[string]string{
		"Provisioner spec.taints[].value":                                  "spec.template.spec.taints[].value",
		"Provisioner spec.labels.*":                                        "spec.template.metadata.labels.*",
		"Provisioner spec.requirements[].values[]":                         "spec.template.spec.requirements[].values[]",
		"Provisioner spec.kubeletConfiguration.evictionHard.*":             "spec.template.spec.kubelet.evictionHard.*",
		"Provisioner spec.kubeletConfiguration.containerRuntime":           "",
		"Provisioner spec.limits.resources.*":                              "spec.limits.*",
		"Provisioner spec.providerRef.name":                                "spec.template.spec.nodeClassRef.name",
		"Provisioner spec.ttlSecondsUntilExpired":                          "spec.disruption.expireAfter",
		"Provisioner spec.weight":                                          "spec.weight",
		"Provisioner status":                                               "",
		"AWSNodeTemplate spec.subnetSelector.*":                            "spec.subnetSelectorTerms[].tags.*",
		"AWSNodeTemplate spec.blockDeviceMappings[].ebs.volumeSize":        "spec.blockDeviceMappings[].ebs.volumeSize",
		"AWSNodeTemplate spec.launchTemplate":                              "",
		"AWS spec.provider.subnetSelector":                                 "spec.subnetSelectorTerms",
		"AWS spec.provider.blockDeviceMappings[].ebs.volumeSize":           "spec.blockDeviceMappings[].ebs.volumeSize",
		"NodePool spec.disruption.expireAfter":                             "spec.template.spec.expireAfter",
		"Provisioner spec.kubeletConfiguration.kubeReserved.*":             "spec.template.spec.kubelet.kubeReserved.*",
		"(absent) Provisioner spec.ttlSecondsUntilExpired":                 "spec.disruption.expireAfter",
		"(absent) AWS spec.provider.amiFamily":                             "spec.amiFamily",
		"Provisioner spec.kubeletConfiguration.imageGCLowThresholdPercent": "spec.template.spec.kubelet.imageGCLowThresholdPercent",
	}
	for _, table := range Tables() {
		for _, row := range table.Rows {
			name := table.From.Kind + " " + row.From
			if row.Absent {
				name = "(absent) " + name
			}
			if to, ok := want[name]; ok && to != row.To {
				t.Errorf("%s becomes %q, want %q", name, row.To, to)
			}
			delete(want, name)
			if table.From == Provider && strings.Contains(row.From, "userData") {
				t.Errorf("a provider has no %s", row.From)
			}
		}
	}
	for name := range want {
		t.Errorf("no row for %s", name)
	}
}

// sources are a file at a tag, or a page of Karpenter's documentation.
var sources = regexp.MustCompile(`^(karpenter(-provider-aws)?@v\d+\.\d+\.\d+:pkg/\S+\.(go|yaml)|https://karpenter\.sh/\S+)$`)

// TestRowsNameTheirStep asserts that a row names a place where one can look, and a row of a step to v1 none about the alpha API.
func TestRowsNameTheirStep(t *testing.T) {
	for _, table := range Tables() {
		for _, r := range table.Rows {
			if r.Why != "" && !sources.MatchString(r.Source) {
				t.Errorf("%s %s: the source %q is none", table.From.Kind, r.From, r.Source)
			}
			if strings.HasSuffix(table.To.APIVersion, "/v1") && strings.HasPrefix(r.Source, pages.Guide) {
				t.Errorf("%s %s: the source %q is about v1beta1", table.From.Kind, r.From, r.Source)
			}
		}
	}
}
