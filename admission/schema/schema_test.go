package schema_test

import (
	"slices"
	"testing"

	"github.com/karplint/karplint/admission/schema"
)

// TestTable reads the whole table: each node, rule, pattern and default.
func TestTable(t *testing.T) {
	names := schema.Names()
	if len(names) < 11 {
		t.Fatalf("%d kinds", len(names))
	}
	seen := map[*schema.Node]bool{}
	for _, name := range names {
		kind := schema.Lookup(name[0], name[1])
		if kind == nil || len(kind.Served) == 0 {
			t.Fatalf("%v is not in the table", name)
		}
		if len(kind.Schemas) > 64 {
			t.Errorf("%v has %d schemas, more than a set of them can have", name, len(kind.Schemas))
		}
		if !slices.IsSortedFunc(kind.Served, func(a, b schema.Served) int { return a.Release.Compare(b.Release.Version()) }) {
			t.Errorf("the releases of %v are not sorted", name)
		}
		for _, root := range kind.Schemas {
			visit(t, root, seen)
		}
	}
	if len(seen) < 400 {
		t.Errorf("%d nodes", len(seen))
	}
}

func visit(t *testing.T, n *schema.Node, seen map[*schema.Node]bool) {
	t.Helper()
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	n.Unmatched(&schema.Text{})
	n.Default()
	for _, rule := range n.Rules {
		if err := rule.Err(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range n.Properties() {
		if n.Property(name) == nil {
			t.Errorf("%s is not found", name)
		}
	}
	for _, name := range n.Required {
		if n.Property(name) == nil {
			t.Errorf("the required field %s has no schema", name)
		}
	}
	visit(t, n.Values(), seen)
	visit(t, n.Items(), seen)
	for _, name := range n.Properties() {
		visit(t, n.Property(name), seen)
	}
}

func TestReleases(t *testing.T) {
	pool := schema.Lookup("karpenter.sh/v1", "NodePool")
	first, last := pool.Served[0].Release.String(), pool.Served[len(pool.Served)-1].Release
	newest := schema.Releases()[len(schema.Releases())-1]
	if first != "0.33.6" || last != newest {
		t.Errorf("NodePool v1 is served from %s to %s, and the newest release is %s", first, last, newest)
	}
	alpha := schema.Lookup("karpenter.sh/v1alpha5", "Provisioner")
	if last := alpha.Served[len(alpha.Served)-1].Release.String(); last != "0.32.10" {
		t.Errorf("Provisioner is served to %s", last)
	}
	if !schema.Lookup("autoscaling.x-k8s.io/v1beta1", "CapacityBuffer").Namespaced || pool.Namespaced {
		t.Error("CapacityBuffer alone is namespaced")
	}
	if schema.Lookup("karpenter.sh/v1", "Provisioner") != nil {
		t.Error("there is no Provisioner v1")
	}
}

func TestNode(t *testing.T) {
	pool := schema.Lookup("karpenter.sh/v1", "NodePool")
	spec := pool.Schemas[len(pool.Schemas)-1].Property("spec")
	if weight := spec.Property("weight"); weight.Type != schema.Integer || weight.Number.Allows(101) || !weight.Number.Allows(100) ||
		weight.Number.Allows(0) {
		t.Errorf("weight is %+v", weight)
	}
	if spec.Property("wait") != nil {
		t.Error("there is a field wait")
	}
	if d := spec.Property("disruption").Default(); d.Str("consolidateAfter") != "0s" {
		t.Errorf("the default of disruption is %v", d)
	}
	if cpu := spec.Property("limits").Values(); cpu.Type != schema.IntOrString {
		t.Errorf("a limit is %+v", cpu)
	} else if _, unmatched := cpu.Unmatched(&schema.Text{Text: "1 core"}); !unmatched {
		t.Error("1 core is a quantity")
	}
	if reference := spec.Property("template").Property("spec").Property("nodeClassRef"); !slices.Equal(reference.Required,
		[]string{"group", "kind", "name"}) {
		t.Errorf("nodeClassRef must have %v", reference.Required)
	}
}
