// Package filetype determines the format of a file from its name, recognises what karplint wrote, and compares the directories of files.
package filetype

import (
	"path"
	"slices"
	"strings"
)

// IsTerraform reports whether a file belongs to Terraform or OpenTofu: configuration, or values of variables.
func IsTerraform(name string) bool { return IsConfiguration(name) || IsVariables(name) }

// IsConfiguration reports whether a file belongs to a module of Terraform or OpenTofu, or is a unit of Terragrunt, which calls one.
func IsConfiguration(name string) bool {
	if IsTerragrunt(path.Base(name)) {
		return true
	}
	extension := path.Ext(strings.TrimSuffix(name, ".json"))
	return extension == ".tf" || extension == ".tofu"
}

// IsTerragrunt reports whether a file with that name, without its directory, is a unit of Terragrunt.
func IsTerragrunt(base string) bool { return base == "terragrunt.hcl" }

// IsVariables reports whether a file contains values of Terraform's variables.
func IsVariables(name string) bool { return path.Ext(strings.TrimSuffix(name, ".json")) == ".tfvars" }

// IsHCL reports whether a file is written in HCL, the native syntax of Terraform, and not in JSON.
func IsHCL(name string) bool {
	return slices.Contains([]string{".tf", ".tofu", ".tfvars", ".hcl"}, path.Ext(name))
}

// IsYAML reports whether a file is written in YAML.
func IsYAML(name string) bool { return slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)) }

// IsManifest reports whether a file may contain manifests: YAML, JSON that is not Terraform, or a template of YAML.
func IsManifest(name string) bool {
	if IsTerraform(name) {
		return false
	}
	rendered, isTemplate := Rendered(strings.ToLower(name))
	return IsYAML(rendered) || !isTemplate && path.Ext(rendered) == ".json"
}

// IsWithin reports whether a clean path is the directory or is below it.
func IsWithin(dir, name string) bool {
	if dir == "." {
		return name != ".." && !strings.HasPrefix(name, "../") && !path.IsAbs(name)
	}
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}

// InOneTree reports whether one of two files is in the directory of the other, or below it.
func InOneTree(a, b string) bool { return IsWithin(path.Dir(a), b) || IsWithin(path.Dir(b), a) }

// Rendered returns the name of the file that a template renders to: pool.yaml for pool.yaml.tpl. For any other file it returns the
// name itself and false.
func Rendered(name string) (rendered string, ok bool) {
	switch extension := path.Ext(name); extension {
	case ".tpl", ".tftpl", ".tmpl", ".template", ".gotmpl", ".j2":
		return strings.TrimSuffix(name, extension), true
	}
	return name, false
}

// kustomizations are the names of the file that kustomize reads in a directory.
var kustomizations = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// Kustomizations returns the names under which kustomize looks for its file in a directory.
func Kustomizations() []string { return slices.Clone(kustomizations) }

// IsKustomization reports whether kustomize reads a file as the kustomization of its directory.
func IsKustomization(file string) bool { return slices.Contains(kustomizations, path.Base(file)) }
