package project_test

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// TestCandidates: each installation of a root is a candidate once. When a root was counted once for each of its installations,
// thousands of installations gave millions of candidates.
func TestCandidates(t *testing.T) {
	root := &survey.Root{Dir: "clusters"}
	for i := range 5 {
		value := model.NewMap(model.NewEntry("karpenter", model.NewString(survey.ControllerRole)))
		value.Span = model.Span{Start: 100 * i, End: 100*i + 99}
		root.Resources = append(root.Resources, &survey.Resource{
			Address: fmt.Sprintf("helm_release.karpenter%d", i), Kind: survey.Installation, File: model.NewFile("clusters/main.tf", nil), Value: value,
		})
	}
	all := project.Arrange(&survey.Observations{Roots: []*survey.Root{root}})
	if got := len(all.Candidates("clusters/pool.yaml")); got != 5 {
		t.Errorf("%d candidates, want 5", got)
	}
}
