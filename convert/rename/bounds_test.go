package rename

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// TestPolicyBounds: a policy beyond the bounds counts as if it allowed nothing, so that the statement is converted.
func TestPolicyBounds(t *testing.T) {
	names := apis.Names{Names: facts.Labels()}
	allow := func(actions int) *model.Value {
		list := model.NewList()
		for i := range actions {
			list.Items = append(list.Items, model.NewString(fmt.Sprintf("ec2:a%d", i)))
		}
		return model.NewMap(model.NewEntry("Effect", model.NewString("Allow")), model.NewEntry("Action", list))
	}
	for _, test := range []struct {
		name           string
		files, actions int
		want           string
	}{
		{"a policy", 1, 100, "f000.json"},
		{"the hundredth policy", 100, 100, "f099.json"},
		{"the policy after it", 101, 100, ""},
		{"as many pairs as are compared", 1, maxGrants, "f000.json"},
		{"one more", 1, maxGrants + 1, ""},
	} {
		var statements []PolicyStatement
		for i := range test.files {
			actions := 1
			if i == test.files-1 { // only the last one allows all
				actions = test.actions
			}
			statements = append(statements, PolicyStatement{fmt.Sprintf("f%03d.json", i), allow(actions)})
		}
		old := allow(test.actions)
		old.Entries[1].Value.Items = old.Entries[1].Value.Items[:2]
		if got := PoliciesOfRun(names, statements).covering("old.json", old); got != test.want {
			t.Errorf("%s: %q allows the actions, want %q", test.name, got, test.want)
		}
	}
}
