package runbook

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/shell"
	"github.com/karplint/karplint/survey"
)

// renderedCRDs is the file into which a step renders the CRDs of a release, for installations by plain manifests.
const renderedCRDs = "karpenter-crds.yaml"

// applyDefinitions applies the CRDs of the release, and lists the files to update with them.
func (s site) applyDefinitions() *Step {
	step := s.step("crds", "Upgrade the CRDs to "+chartVersion(s.stop.Release)+", and wait until the API server has them")
	step.Items = s.before.Definitions
	render := fmt.Sprintf(`helm template karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd --version "$%s" --namespace %s`, releaseVariable,
		s.before.namespace())
	expect := "no file here contains them, so keep this one"
	if len(step.Items) > 0 {
		expect = "write each CRD into its file above, and commit them"
	}
	if len(s.stop.Serves) > 1 { // then the CRDs contain the namespace of the conversion webhook
		render += " --set webhook.serviceNamespace=" + s.before.namespace()
	}
	step.Commands = s.withRelease([]Command{
		{Run: render + " > " + renderedCRDs, Expect: expect},
		{Run: "kubectl apply --server-side --force-conflicts -f " + renderedCRDs, Expect: "serverside-applied, for each"},
		definitionsServed,
	})
	return step
}

// applyDeployment compares the manifests around the controller with those of the release, and applies them.
func (s site) applyDeployment() *Step {
	step := s.step("controller", "Upgrade the controller to "+chartVersion(s.stop.Release))
	step.Why = []string{"karplint changes only the tag of its image, so compare the other manifests with those that the chart of this release renders."}
	step.Why = append(step.Why, copyImage(survey.ParseImage(s.before.Controller.Value.Str("image")).Name)...)
	if s.after.Controller.version() != chartVersion(s.stop.Release) {
		step.Items = append(step.Items, Item{Place: s.after.Controller.Version, Text: "set the image to that of " + chartVersion(s.stop.Release)})
	}
	step.Commands = []Command{{
		Run: fmt.Sprintf(`helm template karpenter oci://public.ecr.aws/karpenter/karpenter --version "$%s" --namespace %s --set `+
			`settings.clusterName=CLUSTER > karpenter-controller.yaml`,
			releaseVariable, s.before.namespace()),
		Expect: "copy new roles, environment variables and services into your manifests, with the name of your cluster for CLUSTER",
	}}
	step.Commands = append(step.Commands, s.push(s.apply([]*Object{s.after.Manifest}, objectCommands))...)
	step.Commands = append(s.withRelease(step.Commands), s.rolledOut()...)
	return step
}

// copyImage returns a reason to copy the image of the release to a repository of one's own; none for that of Karpenter.
func copyImage(repository string) []string {
	if repository == "" || strings.HasPrefix(repository, "public.ecr.aws/") {
		return nil
	}
	return []string{fmt.Sprintf("First copy the image of this release to %s.", repository)}
}

// push puts a git push before the commands of a tool that applies pushed commits.
func (s site) push(commands []Command) []Command {
	if !toolFacts(s.before.tool()).Push || strings.HasPrefix(commands[0].Run, "git push") {
		return commands
	}
	return append([]Command{{Run: "git push"}}, commands...)
}

// removeManifests removes a controller in plain manifests.
func (s site) removeManifests() *Step {
	step := &Step{ID: "teardown-charts", Title: "Remove the controller of " + s.before.describe()}
	if toolFacts(s.before.tool()).Push {
		step.Why = []string{"First remove its file and push that, otherwise the tool applies it again."}
	}
	step.Commands = []Command{{Run: "kubectl delete --ignore-not-found -f " + shell.Quote(s.before.Manifest.Place.File)}, removeDefinitions()}
	return step
}

// removeDefinitions removes the CRDs of the newest API.
func removeDefinitions() Command {
	last := lastOf(facts.Served().Generations)
	return Command{Run: "kubectl delete crd --ignore-not-found " + strings.Join(crdsOf([]string{last.Name}), " ")}
}
