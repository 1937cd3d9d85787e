package convert

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// What Terraform does with a resource whose manifest gets another kind or apiVersion: hashicorp/terraform-provider-kubernetes#1593 for
// kubernetes_manifest; kind and api_version are ForceNew in the schema of kubectl_manifest, of which alekc/kubectl can leave out the
// latter.

// replaced warns that Terraform will replace the resource that applies a converted object, which may stand elsewhere. See KL205.
func (o *object) replaced(block *model.Resource, elsewhere bool) {
	was, now, changes := o.before, o.res, len(o.all())
	if o.branched != nil {
		now, changes = o.branched.variants[0].object.res, o.branched.changes()
	}
	if block == nil || o.opts.Keep || changes == 0 {
		return
	}
	what, deletes := "kind", ", which deletes the "+was.Str("kind")+" and drains its nodes"
	if was.Str("kind") == now.Kind {
		what = "apiVersion"
	}
	if was.Str("kind") == "AWSNodeTemplate" || was.Str("kind") == "EC2NodeClass" {
		deletes = ", which deletes the " + was.Str("kind") + ", without which its pools start no nodes"
	}
	applies, name := appliedBy(block)
	if !applies {
		return
	}
	how := "convert with --keep first, which adds a resource beside it; or write the new one at another address, with a removed block " +
		"(destroy = false) for " + name + "; a moved block does not help"
	if elsewhere {
		how = "write the new one in a file of its own, for a resource at another address, with a removed block (destroy = false) for " + name +
			"; a moved block does not help"
	}
	if what == "apiVersion" {
		how = "take it out of the state (removed with destroy = false) and import it again"
		if block.Path[0] == "resource" && block.Path[1] == "kubectl_manifest" {
			how = "set upgrade_api_version = true, which the provider alekc/kubectl has, or " + how
		}
	}
	if block.Path[0] != "resource" {
		how = "give it another address, with a removed block (destroy = false) for the old one; a moved block does not help"
	}
	o.warn([]any{"kind"}, seeProcedure, "Terraform replaces %s when its %s changes%s (KL205); %s", name, what, deletes, how)
}

// appliedBy says whether a block applies the manifests that stand in it, itself or in another block that reads them, and what it is
// called.
func appliedBy(block *model.Resource) (applies bool, name string) {
	switch kind, _ := block.Path[0].(string); {
	case kind == "resource" && len(block.Path) < 3:
	case kind == "resource":
		kind, _ := block.Path[1].(string)
		return kind == "kubectl_manifest" || kind == "kubernetes_manifest" || kind == "kustomization_resource", block.Name
	case slices.Contains([]string{"locals", "variable", "module", "data", "output"}, kind):
		return true, "the resource that applies it"
	}
	return false, ""
}
