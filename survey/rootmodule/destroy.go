package rootmodule

import (
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// destroyScripts reads the local-exec provisioners of a block that run when it is destroyed.
func (t *reader) destroyScripts(block *terraform.Resource) {
	for _, script := range block.Value.Get("provisioner", "local-exec").Children() {
		// The keyword destroy, or "destroy" as Terraform 0.11 wrote it.
		when := script.Get("when")
		if when == nil || when.Text != "destroy" {
			continue
		}
		r := t.resource(survey.DestroyScript, block, "")
		r.Value.Span, r.Value.Props = script.Span, script.Props
		r.Set("command", script.Get("command"))
	}
}
