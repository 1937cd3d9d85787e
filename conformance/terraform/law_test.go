package terraform

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

// karplint returns the path of the program, which is built once.
var karplint = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "karplint")
	if err != nil {
		return "", err
	}
	c := exec.Command("go", "build", "-o", dir, "./cmd/karplint")
	c.Dir = filepath.Join("..", "..")
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("karplint cannot be built: %w\n%s", err, out)
	}
	return filepath.Join(dir, "karplint"), nil
})

// TestConversionLaw holds the projects in testdata/law to the law: applying the converted project gives the same objects as converting those of the
// project that is applied. Their values are known from defaults, tfvars and callers. The kubectl_manifests are terraform_data for tofu, which needs
// no provider for these.
func TestConversionLaw(t *testing.T) {
	projects, err := filepath.Glob("testdata/law/*")
	if err != nil || len(projects) == 0 {
		t.Fatal("there are no projects: ", err)
	}
	for _, project := range projects {
		t.Run(filepath.Base(project), func(t *testing.T) {
			converted, rendered := copyProject(t, project), t.TempDir()
			for i, object := range appliedIn(t, converted) {
				writeFile(t, filepath.Join(rendered, "object-"+string(rune('a'+i))+".yaml"), object)
			}
			convertIn(t, converted)
			convertIn(t, rendered)
			got, want := appliedIn(t, converted), filesIn(t, rendered)
			if d := cmp.Diff(readAll(t, want), readAll(t, got)); d != "" {
				t.Errorf("applying the converted project gives other objects (+) than converting those of the project (-):\n%s\n%s", d,
					strings.Join(got, "---\n"))
			}
		})
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// convertIn converts the files of a directory to v1. Nothing may need a person.
func convertIn(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o750); err != nil {
		t.Fatal(err)
	}
	program, err := karplint()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), program, "convert", "--to", "v1", "--role", "NodeRole", "--write")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// appliedIn returns the objects that tofu applies, in the order of their addresses.
func appliedIn(t *testing.T, from string) (objects []string) {
	t.Helper()
	dir := copyProject(t, from)
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".tf" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := strings.NewReplacer(`"kubectl_manifest"`, `"terraform_data"`, "yaml_body", "input").Replace(string(data))
		return os.WriteFile(name, []byte(text), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-no-color", "-backend=false"}, {"apply", "-auto-approve", "-input=false", "-no-color"}} {
		if _, err := run(t, dir, "", args...); err != nil {
			t.Fatal(err)
		}
	}
	state, err := run(t, dir, "", "show", "-json")
	if err != nil {
		t.Fatal(err)
	}
	var shown struct {
		Values struct {
			RootModule stateModule `json:"root_module"`
		}
	}
	if err := json.Unmarshal([]byte(state), &shown); err != nil {
		t.Fatal(err)
	}
	return shown.Values.RootModule.inputs()
}

// stateModule is a module in the JSON of a state.
type stateModule struct {
	Resources []struct {
		Address string
		Values  struct{ Input string }
	}
	ChildModules []stateModule `json:"child_modules"`
}

func (m stateModule) inputs() (texts []string) {
	for _, r := range m.Resources {
		texts = append(texts, r.Values.Input)
	}
	for _, child := range m.ChildModules {
		texts = append(texts, child.inputs()...)
	}
	return texts
}

// filesIn returns the texts of the YAML files in a directory.
func filesIn(t *testing.T, dir string) (texts []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

// readAll parses texts of one object each, and sorts these by their JSON.
func readAll(t *testing.T, texts []string) (objects []string) {
	t.Helper()
	for _, text := range texts {
		data, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		objects = append(objects, string(data))
	}
	slices.Sort(objects)
	return objects
}
