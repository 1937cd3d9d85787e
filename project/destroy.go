package project

import "github.com/karplint/karplint/parsers/hcl"

// destroyScripts reads the local-exec provisioners of a block that run when it is destroyed.
func (t *terraformReader) destroyScripts(block *hcl.Resource) {
	for _, script := range block.Value.Get("provisioner", "local-exec").Children() {
		// The keyword destroy, or "destroy" as Terraform 0.11 wrote it.
		when := script.Get("when")
		if when == nil || when.Text != "destroy" {
			continue
		}
		r := t.resource(DestroyScript, block, "")
		r.Value.Span, r.Value.Props = script.Span, script.Props
		r.set("command", script.Get("command"))
	}
}
