package filetype_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/filetype"
)

func TestTypes(t *testing.T) {
	is := map[string]func(string) bool{
		"configuration": filetype.IsConfiguration, "variables": filetype.IsVariables, "terraform": filetype.IsTerraform, "hcl": filetype.IsHCL,
		"yaml": filetype.IsYAML, "manifest": filetype.IsManifest, "kustomization": filetype.IsKustomization,
		"template": func(name string) bool { _, ok := filetype.Rendered(name); return ok },
	}
	for name, types := range map[string]string{
		"a/main.tf":             "configuration terraform hcl",
		"main.tofu":             "configuration terraform hcl",
		"main.tf.json":          "configuration terraform",
		"main.tofu.json":        "configuration terraform",
		"a.auto.tfvars":         "variables terraform hcl",
		"terraform.tfvars.json": "variables terraform",
		"a/terragrunt.hcl":      "configuration terraform hcl",
		"root.hcl":              "hcl",
		"pool.yaml":             "yaml manifest",
		"POOL.YML":              "manifest",
		"pool.json":             "manifest",
		"pool.yaml.tftpl":       "manifest template",
		"pool.tpl":              "template",
		"pool.json.tpl":         "template",
		"a/kustomization.yml":   "yaml manifest kustomization",
		"Kustomization":         "kustomization",
		"tf":                    "",
		"README.md":             "",
	} {
		for what, test := range is {
			if want := strings.Contains(" "+types+" ", " "+what+" "); test(name) != want {
				t.Errorf("%s is %s: %v, want %v", name, what, !want, want)
			}
		}
	}
}

func TestInOneTree(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"a/pool.yaml", "a/class.yaml", true},
		{"a/b/pool.yaml", "a/class.yaml", true},
		{"ab/pool.yaml", "a/class.yaml", false},
		{"b/pool.yaml", "a/class.yaml", false},
		{"a/pool.yaml", "class.yaml", true},
		{"../pool.yaml", "class.yaml", false},
		{"../x/pool.yaml", "class.yaml", false},
		{"/x/pool.yaml", "class.yaml", false},
		{"/x/pool.yaml", "/class.yaml", true},
	} {
		if filetype.InOneTree(test.a, test.b) != test.want || filetype.InOneTree(test.b, test.a) != test.want {
			t.Errorf("%s and %s in one tree: want %v", test.a, test.b, test.want)
		}
	}
}

func TestIsOutput(t *testing.T) {
	for text, want := range map[string]bool{
		`{"version": 1, "generator": "karplint", "findings": []}`:                                             true,
		"\n{\n  \"version\":1,\n\t\"generator\" : \"karplint\"}":                                              true,
		`{"generator":"karplint"}`:                                                                            true,
		`[{"engine_name":"karplint","description":"x"}]`:                                                      true,
		`{"$schema": "https://x", "version": "2.1.0", "runs": [{"tool": {"driver": {"name": "karplint"`:       true,
		`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "other", "rules": [{"name": "karplint"}]`: false,
		`{"version": 1, "generator": "other"}`:                                                                false,
		`{"kind": "ConfigMap", "data": {"version": 1, "generator": "karplint"}}`:                              false,
		`{"kind": "ConfigMap", "generator": "karplint"}`:                                                      false,
		`[]`: false,
		``:   false,
	} {
		if got := filetype.IsOutput([]byte(text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
