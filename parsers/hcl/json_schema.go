package hcl

import "slices"

// topBlocks maps the types of top-level blocks to the number of their labels.
var topBlocks = map[string]int{
	"resource": 2, "data": 2, "ephemeral": 2, "module": 1, "variable": 1, "output": 1, "provider": 1, "check": 1,
	"locals": 0, "terraform": 0, "moved": 0, "import": 0, "removed": 0,
}

// innerBlocks maps the type of a block to the types of Terraform's nested blocks in it, with the
// number of their labels.
var innerBlocks = map[string]map[string]int{
	"terraform": {"required_providers": 0, "backend": 1, "cloud": 0, "provider_meta": 1},
	"cloud":     {"workspaces": 0},
	"variable":  {"validation": 0},
	"output":    {"precondition": 0},
	"check":     {"data": 2, "assert": 0},
	"removed":   {"lifecycle": 0, "provisioner": 1},
	"lifecycle": {"precondition": 0, "postcondition": 0},
}

// resourceBlocks are the nested blocks of resources, at any depth: first Terraform's own, then those of resources of the
// Helm, Kubernetes and AWS providers that make up a cluster.
var resourceBlocks = map[string]int{
	"lifecycle": 0, "dynamic": 1, "content": 0, "provisioner": 1, "connection": 0, "timeouts": 0,
	"set": 0, "set_list": 0, "set_sensitive": 0, "postrender": 0,
	"metadata": 0, "spec": 0, "wait": 0, "wait_for": 0, "field_manager": 0,
	"statement": 0, "condition": 0, "principals": 0, "not_principals": 0, "filter": 0,
	"taint": 0, "scaling_config": 0, "update_config": 0, "remote_access": 0, "launch_template": 0, "selector": 0,
	"vpc_config": 0, "compute_config": 0, "storage_config": 0, "kubernetes_network_config": 0, "access_config": 0, "encryption_config": 0,
}

// jsonLabels returns the number of labels of a block with the name inside a block of the type; false if no such
// block is known.
func jsonLabels(kind, name string) (int, bool) {
	var n int
	var ok bool
	switch kind {
	case "":
		n, ok = topBlocks[name]
	case "resource", "data", "ephemeral", "content", "provisioner":
		n, ok = resourceBlocks[name]
	case "dynamic":
		ok = name == "content"
	default:
		if n, ok = innerBlocks[kind][name]; !ok && innerBlocks[kind] == nil {
			if _, inResource := resourceBlocks[kind]; inResource {
				n, ok = resourceBlocks[name]
			}
		}
	}
	return n, ok
}

// meaning is the syntax of the strings in an attribute.
type meaning uint8

const (
	templates  meaning = iota // "${var.x}"
	texts                     // plain text, without interpolation
	references                // "module.x", "list(string)"
)

// meaningOf returns how Terraform reads the strings in an attribute of a block of the type.
func meaningOf(kind, name string) meaning {
	switch kind {
	case variables, "terraform", "required_providers", "backend", "cloud", "workspaces":
		return texts
	case "variable":
		if name == "type" {
			return references
		}
		return texts
	case "moved", "removed":
		return references
	case "import":
		if name == "to" || name == "provider" {
			return references
		}
	case "module":
		if name == "source" || name == "version" {
			return texts
		}
	case "output":
		if name == "description" {
			return texts
		}
	case "lifecycle":
		if name == "ignore_changes" || name == "replace_triggered_by" {
			return references
		}
	}
	if slices.Contains([]string{"resource", "data", "ephemeral", "module", "output", "check"}, kind) &&
		slices.Contains([]string{"depends_on", "provider", "providers"}, name) {
		return references
	}
	return templates
}
