// Package filetype tells the content of a file, and its directory, by its name alone.
package filetype

import (
	"path"
	"slices"
	"strings"
)

// IsTerraform reports whether a file is one of Terraform or OpenTofu: configuration, or values of variables.
func IsTerraform(name string) bool { return IsConfiguration(name) || IsVariables(name) }

// IsConfiguration reports whether a file belongs to a module of Terraform or OpenTofu.
func IsConfiguration(name string) bool {
	extension := path.Ext(strings.TrimSuffix(name, ".json"))
	return extension == ".tf" || extension == ".tofu"
}

// IsVariables reports whether a file gives values to variables of Terraform.
func IsVariables(name string) bool { return path.Ext(strings.TrimSuffix(name, ".json")) == ".tfvars" }

// IsHCL reports whether a file is written in the native syntax of Terraform, and not in JSON.
func IsHCL(name string) bool {
	return slices.Contains([]string{".tf", ".tofu", ".tfvars", ".hcl"}, path.Ext(name))
}

// IsYAML reports whether a file is written in YAML.
func IsYAML(name string) bool { return slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)) }

// IsManifest reports whether a file may hold manifests: YAML, JSON that is not Terraform, or a template of YAML.
func IsManifest(name string) bool {
	if IsTerraform(name) {
		return false
	}
	rendered, isTemplate := Rendered(strings.ToLower(name))
	return IsYAML(rendered) || !isTemplate && path.Ext(rendered) == ".json"
}

// IsWithin reports whether a clean path is that of a directory or leads below it.
func IsWithin(dir, name string) bool {
	if dir == "." {
		return name != ".." && !strings.HasPrefix(name, "../") && !path.IsAbs(name)
	}
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}

// Rendered returns the name of the file that a template makes: pool.yaml for pool.yaml.tpl. A file that is no template, by its name, makes itself,
// and ok is false.
func Rendered(name string) (rendered string, ok bool) {
	switch extension := path.Ext(name); extension {
	case ".tpl", ".tftpl", ".tmpl", ".template", ".gotmpl", ".j2":
		return strings.TrimSuffix(name, extension), true
	}
	return name, false
}

// Kustomizations are the names by which kustomize finds the kustomization of a directory.
var Kustomizations = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// IsKustomization reports whether kustomize reads a file as the kustomization of its directory.
func IsKustomization(file string) bool { return slices.Contains(Kustomizations, path.Base(file)) }
