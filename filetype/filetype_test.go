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
		"terragrunt.hcl":        "hcl",
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
