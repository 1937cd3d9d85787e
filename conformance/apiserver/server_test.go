package apiserver

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestMain lets garbage grow: memory is there, and time is what a run costs.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

var read = sync.OnceValues(func() ([]*Kind, error) { return Read(Releases) })

// kinds returns the kinds of every release that judges.
func kinds(t testing.TB) []*Kind {
	t.Helper()
	all, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestCreate shows what the judge is there for.
func TestCreate(t *testing.T) {
	const pool = "{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: a}, spec: {"
	const nodes = "template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: a}, "
	const template = nodes + "requirements: []"
	for _, c := range []struct{ text, want string }{
		{pool + template + "}}}}", ""},
		{strings.Replace(pool, "name: a", "name: a, namespace: b", 1) + template + "}}}}", ""},
		{pool + template + "}}}, status: {resources: 1}}", ""},
		{pool + template + ", expireAfter: 30d}}}}", "spec.template.spec.expireAfter: pattern"},
		{pool + template + "}}, weight: 500}}", "spec.weight: bounds"},
		{pool + template + "}}, weight: x}}", "spec.weight: type"},
		{pool + "}}", "spec.template: required"},
		{pool + template + ", kubelet: {a: {b: 1}}}}}}", "spec.template.spec.kubelet: unknown"},
		{strings.Replace(pool, "name: a", "name: a, labelz: {}", 1) + template + "}}}}", "metadata.labelz: unknown"},
		{strings.Replace(pool, "name: a", "name: A_b", 1) + template + "}}}}", "metadata.name: name"},
		{strings.Replace(pool, "name: a", "labels: {a: 1}", 1) + template + "}}}}", "metadata: type"},
		{pool + template + "}}, replicas: 1, weight: 1}}", "spec: cel"},
		{pool + nodes + "requirements: [{key: kubernetes.io/hostname, operator: Exists}]}}}}", "spec.template.spec.requirements[0].key: cel"},
	} {
		text := jsonOf(t, c.text)
		v, err := schemaOf(t, "karpenter.sh/v1", "NodePool", "1.14.1").Create(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(said(v), ", "); got != c.want {
			t.Errorf("%q, want %q of\n%s", got, c.want, text)
		}
	}
}

// TestTwice shows that a key that occurs twice is found, and that the last one counts.
func TestTwice(t *testing.T) {
	text := `{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"a"},"spec":{"weight":1,"weight":500}}`
	v, err := schemaOf(t, "karpenter.sh/v1", "NodePool", "1.14.1").Create([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(said(v), ", "), "spec.template: required, spec.weight: bounds, spec.weight: twice"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func schemaOf(t testing.TB, apiVersion, kind, release string) *Schema {
	t.Helper()
	for _, k := range kinds(t) {
		for _, s := range k.Served {
			if k.APIVersion == apiVersion && k.Kind == kind && s.Release == release {
				return s.Schema
			}
		}
	}
	t.Fatalf("release %s does not serve %s %s", release, apiVersion, kind)
	return nil
}

func jsonOf(t testing.TB, text string) []byte {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func said(v *Verdict) (all []string) {
	for _, p := range v.Unknown {
		all = append(all, p+": unknown")
	}
	for _, p := range v.Twice {
		all = append(all, p+": twice")
	}
	for _, e := range v.Errors {
		all = append(all, fmt.Sprintf("%s: %s", e.Path, e.Class))
	}
	slices.Sort(all)
	return all
}
