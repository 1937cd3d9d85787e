package rootmodule

import (
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// readDestroyScripts reads the local-exec provisioners of a block that run when it is destroyed.
func (t *reader) readDestroyScripts(block *terraform.Resource) {
	for _, script := range block.Value.Get("provisioner", "local-exec").Children() {
		// The keyword destroy, or in Terraform 0.11 the text "destroy".
		when := script.Get("when")
		if when == nil || when.Text != "destroy" {
			continue
		}
		r := t.addResource(survey.DestroyScript, block, "")
		r.Value.Span, r.Value.Props = script.Span, script.Props
		r.Set("command", script.Get("command"))
	}
}
