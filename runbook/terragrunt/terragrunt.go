// Package terragrunt makes the commands of a runbook those of Terragrunt, in the directories of its units.
package terragrunt

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/runbook"
)

// Use changes the commands of the plan for roots that are units, which have a terragrunt.hcl among the inputs: Terragrunt first writes the module
// and its values into a directory of its own, so that Terraform alone finds nothing there.
func Use(plan *runbook.Plan, inputs []fileset.Input) {
	units := map[string]bool{}
	for _, in := range inputs {
		if filetype.IsTerragrunt(path.Base(in.Path)) {
			units[path.Dir(in.Path)] = true
		}
	}
	steps := slices.Clone(plan.Teardown)
	for _, road := range plan.Roads {
		steps = append(steps, road.Before...)
		for _, stop := range road.Stops {
			steps = append(append(steps, stop.Steps...), stop.Back)
		}
	}
	for _, step := range steps {
		for i := 0; step != nil && i < len(step.Commands); i++ {
			c := &step.Commands[i]
			c.Run, c.Expect = command(c.Run, units), command(c.Expect, units)
		}
	}
}

var inDirectory = pattern.New(`terraform (-chdir=('[^']*'|\S+) )?(apply|plan|state|import|destroy)\b`)

// command returns a command line of Terraform, or a sentence about one, as it is for units.
func command(text string, units map[string]bool) string {
	return inDirectory().ReplaceAllStringFunc(text, func(found string) string {
		m := inDirectory().FindStringSubmatch(found)
		switch dir := strings.Trim(m[2], "'"); {
		case m[1] == "" && units["."]:
			return "terragrunt " + m[3]
		case m[1] != "" && units[path.Clean(dir)]:
			return "terragrunt --working-dir " + m[2] + " " + m[3]
		}
		return found
	})
}
