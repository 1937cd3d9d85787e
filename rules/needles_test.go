package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/rule"
	"sigs.k8s.io/yaml"
)

// TestNeedlesOfAddOns: the byte scan finds every workload and chart that
// daemonset-misses-disruption-toleration knows from the facts. A new entry there needs a needle.
func TestNeedlesOfAddOns(t *testing.T) {
	loaded, err := rule.Load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	rule, err := loaded.Find("KL401")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range protectedNames(t) {
		if !containsAny(name, rule.Needles) {
			t.Errorf("no needle of %s is part of %q", rule.ID, name)
		}
	}
}

// protectedNames are the workloads and charts of the add-ons that should tolerate the taint.
func protectedNames(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("../facts/addon_tolerations.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Addons []struct {
			Workloads      []string
			ShouldTolerate bool `json:"should_tolerate"`
			Chart          struct{ Names []string }
		}
	}
	if err := yaml.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, addon := range table.Addons {
		if addon.ShouldTolerate {
			names = append(append(names, addon.Workloads...), addon.Chart.Names...)
		}
	}
	if len(names) == 0 {
		t.Fatal("the facts name no add-on")
	}
	return names
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
