package facts

import (
	"bytes"
	"os"
	"path"
	"reflect"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/internal/testing/golden"
)

// typed are the tables that Go reads, by name: what reads one ahead of time, and what reads its text.
var typed = map[string]func(t *testing.T, text, ahead []byte) (compiled, source any){
	"alpha_to_v1beta1":    both[Conversion],
	"apply_commands":      both[applyCommands],
	"chart_changes":       both[chartChanges],
	"clouds":              both[cloudTable],
	"defaults":            both[Defaults],
	"instance_types":      both[instanceTypes],
	"karpenter_checks":    both[karpenterChecks],
	"kubelet":             both[kubeletTable],
	"kubernetes_versions": both[kubernetesVersions],
	"labels":              both[Names],
	"module_arguments":    both[moduleArguments],
	"releases":            both[releaseTable],
	"module_roles":        both[moduleRolesTable],
	"permissions":         both[permissionsTable],
	"network":             both[networkTable],
	"queues":              both[queues],
	"served_apis":         both[ServedAPIs],
	"settings":            both[installationSettings],
	"terraform_modules":   both[terraformModules],
	"upgrade_steps":       both[UpgradeSteps],
	"v1beta1_to_v1":       both[ToV1],
}

func both[T any](t *testing.T, text, ahead []byte) (compiled, source any) {
	t.Helper()
	fast, err := read[T]("table", text, ahead)
	if err != nil {
		t.Fatal(err)
	}
	slow := new(T)
	if err := yaml.UnmarshalStrict(text, slow); err != nil {
		t.Fatal(err)
	}
	return fast, slow
}

// TestCompiled holds compiled/ to the tables: with -update it writes it. What is read there is what the text says.
func TestCompiled(t *testing.T) {
	for name, both := range typed {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		want, err := compile(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if golden.Update() {
			if err := os.WriteFile(compiledName(name), want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(compiledName(name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not %s.yaml as it is; run make docs", compiledName(name), name)
		}
		if compiled, source := both(t, text, want); !reflect.DeepEqual(compiled, source) {
			t.Errorf("%s: compiled it reads as\n%+v\nwant\n%+v", name, compiled, source)
		}
	}
	entries, err := os.ReadDir("compiled")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); typed[name[:len(name)-len(path.Ext(name))]] == nil {
			t.Errorf("compiled/%s is of no table that Go reads", name)
		}
	}
}

// TestStale: a table whose text is another one than was compiled is read of its text.
func TestStale(t *testing.T) {
	ahead, err := compile([]byte("labels: [{old: a, new: b}]"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"labels: [{old: a, new: b}]": "b", "labels: [{old: a, new: c}]": "c"} {
		names, err := read[Names]("labels", []byte(text), ahead)
		if err != nil {
			t.Fatal(err)
		}
		if got := names.Labels[0].New; got != want {
			t.Errorf("%s: read %q, want %q", text, got, want)
		}
	}
	if _, err := read[Names]("labels", []byte("labels: [{odl: a}]"), ahead); err == nil {
		t.Error("a key that no table has is no error")
	}
}
