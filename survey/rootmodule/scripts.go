package rootmodule

import (
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// Words in commands that let a role into a cluster, and in those that give one to a service account.
var (
	letsIn     = pattern.New(`identitymapping|access-entry|aws-auth`)
	associates = pattern.New(`(?i)pod-identity-association|serviceaccount|role-arn`)
)

// readScripts reads the local-exec provisioners of a block.
func (t *reader) readScripts(block *terraform.Resource) {
	for _, script := range block.Value.Get("provisioner", "local-exec").Children() {
		command := script.Get("command")
		// The keyword destroy, or in Terraform 0.11 the text "destroy".
		if when := script.Get("when"); when != nil && when.Text == "destroy" {
			r := t.addResource(survey.DestroyScript, block, "")
			r.Value.Span = script.Span
			r.Value.SetProps(script.Props())
			r.Set("command", command)
			continue
		}
		iamReader{t}.readCommand(block, command)
	}
}

// readCommand adds access for roles that are not known, if a command may give it.
func (t iamReader) readCommand(block *terraform.Resource, command *model.Value) {
	if command == nil {
		return
	}
	if letsIn().MatchString(command.Text) {
		t.addAccess(block, &access{via: "other"})
	}
	if associates().MatchString(command.Text) {
		t.addResource(survey.ServiceAccount, block, "").SetText("via", "other")
	}
}
