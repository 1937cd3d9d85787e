package runbook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/project/iam"
	"github.com/karplint/karplint/runbook/shell"
	"github.com/karplint/karplint/runbook/values"
	"github.com/karplint/karplint/survey"
)

// access is an IAM policy, or the call of a module that makes one.
type access struct {
	*survey.Resource
	Place   Place
	project *project.Project
}

// key identifies it in a copy of the files.
func (a access) key() string {
	if a.Block == "" {
		return a.File.Path + "\x00" + a.Place.File + "\x00" + a.name()
	}
	return a.project.Root + "\x00" + a.Address
}

// name is its address, or its name in a template.
func (a access) name() string { return cmp.Or(a.Value.Str("name"), a.Address) }

// accessOf returns the policies and module calls of a project.
func (inv *Inventory) accessOf(p *project.Project) (list []access) {
	for _, r := range p.Resources {
		isAccess := r.Kind == survey.IAMPolicy || r.Kind == survey.ModuleCall
		if isAccess && r.File != nil && !inv.context[r.File.Path] {
			list = append(list, access{r, inv.places.of(r, r.Value), p})
		}
	}
	return list
}

// accessChange is what a stop changes in a policy or a module call.
type accessChange struct {
	access
	texts []string // for people: gets enable_v1_permissions = true
	asked Item     // what lint asks a person to change; zero for a change of karplint
}

// String names the change.
func (c accessChange) String() string { return c.name() + " " + strings.Join(c.texts, ", ") }

// mayUpdateModule reports whether it is, or may be, another version of a module.
func (c accessChange) mayUpdateModule() bool {
	isUpdate := func(text string) bool { return strings.HasPrefix(text, newVersion) }
	return c.Kind == survey.ModuleCall && (c.asked.Rule != "" || slices.ContainsFunc(c.texts, isUpdate))
}

// newVersion begins the text about the version of a module.
const newVersion = "gets version "

// changedAccess returns the changes between two states of the files. Several policies with the same key are compared in their order. The policy in a
// file that Terraform reads is that of Terraform.
func changedAccess(before, after []access) (changes []accessChange) {
	old := map[string][]access{}
	for _, a := range before {
		old[a.key()] = append(old[a.key()], a)
	}
	seen, read := map[string]bool{}, map[string]bool{}
	for _, a := range after {
		for _, file := range a.files() {
			read[file] = read[file] || a.isTerraform()
		}
	}
	for _, a := range after {
		if !a.isTerraform() && read[a.File.Path] {
			continue
		}
		var was *model.Value // nil for a new one
		if earlier := old[a.key()]; len(earlier) > 0 {
			was, old[a.key()] = earlier[0].Value, earlier[1:]
		}
		c := accessChange{access: a, texts: changesOf(was, a.Value)}
		if text := c.key() + c.String(); len(c.texts) > 0 && !seen[text] {
			seen[text] = true
			changes = append(changes, c)
		}
	}
	return changes
}

// askedAccess returns the changes that lint's rules about permissions leave to a person. Where Terraform reads a file with a policy, they are
// those of Terraform.
func (w *writer) askedAccess(list []access) (changes []accessChange) {
	for _, f := range w.taken.Left {
		if !slices.Contains(permissionRules, f.Rule) || !w.isNew(f.Text()) {
			continue
		}
		asked := slices.DeleteFunc(slices.Clone(list), func(a access) bool { return !a.isIn(f) })
		if slices.ContainsFunc(asked, access.isTerraform) {
			asked = slices.DeleteFunc(asked, func(a access) bool { return !a.isTerraform() })
		}
		for _, a := range asked {
			changes = append(changes, accessChange{access: a, asked: itemOf(f)})
		}
	}
	return changes
}

// isIn reports whether a finding is about it.
func (a access) isIn(f lint.Finding) bool {
	return slices.Contains(a.files(), f.File) && slices.ContainsFunc(f.Owners, func(o lint.Owner) bool { return o.Address == a.Address })
}

// files returns the files that show it, also those that Terraform reads.
func (a access) files() []string {
	files := []string{a.File.Path, a.Place.File}
	for _, s := range a.Value.List("statements") {
		if s.Origin != nil && s.Origin.File != nil {
			files = append(files, s.Origin.File.Path)
		}
	}
	return files
}

func (a access) isTerraform() bool { return a.Block != "" }

// isAccessOfTerraform reports whether Terraform makes the controller's policy, or calls a module that may make it.
func (b *builder) isAccessOfTerraform() bool {
	return slices.ContainsFunc(b.access, func(a access) bool {
		return a.isTerraform() && (a.Kind == survey.ModuleCall || iam.AllowsAll(a.Resource, []string{"ec2:RunInstances"}, ""))
	})
}

// changesOf describes what changes in a policy or a call.
func changesOf(before, after *model.Value) (texts []string) {
	for _, name := range permissionArguments(after.Str("module")) {
		path := append([]any{"arguments"}, model.Keys(name)...)
		if v := after.Get(path...); v != nil && v.Hash() != before.Get(path...).Hash() {
			texts = append(texts, values.Text(name, v))
		}
	}
	if version := after.Str("version"); version != before.Str("version") {
		texts = append(texts, newVersion+version)
	}
	known := map[uint64]bool{}
	sids := map[string]bool{"": false}
	for _, s := range before.List("statements") {
		known[s.Hash()] = true
		if sid := s.Str("sid"); sid != "" {
			sids[sid] = true
		}
	}
	for _, s := range after.List("statements") {
		switch {
		case known[s.Hash()]:
		case sids[s.Str("sid")]:
			texts = append(texts, "has a changed statement "+s.Str("sid"))
		default:
			texts = append(texts, "gets the statement "+statementText(s))
		}
	}
	return texts
}

// permissionArguments returns the names of the arguments that decide which permissions a module gives, sorted.
func permissionArguments(module string) (names []string) {
	modules := facts.Permissions().Modules
	for i := range modules {
		if modules[i].Repository == module {
			names = append(names, modules[i].Arguments()...)
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
}

// statementText names a statement by its sid, otherwise by its actions.
func statementText(s *model.Value) string {
	if sid := s.Str("sid"); sid != "" {
		return sid
	}
	var names []string
	for _, action := range s.List("actions") {
		names = append(names, action.Text)
	}
	if len(names) == 0 {
		return "without a sid"
	}
	return "for " + shortList(names, 1)
}

// accessChanges returns the changes that belong to the installation: those of its project, for the first installation also those of projects
// without one.
func (s site) accessChanges() []accessChange {
	isOf := func(i *Installation, c accessChange) bool { return i.Dir == cmp.Or(c.project.Root, ".") }
	return slices.DeleteFunc(slices.Clone(s.changes), func(c accessChange) bool {
		isOwned := slices.ContainsFunc(s.writer.before, func(i *Installation) bool { return isOf(i, c) })
		isFirst := s.before == s.writer.before[0]
		return !isOf(s.before, c) && (isOwned || !isFirst)
	})
}

// applyAccess puts the step that applies changed permissions before the controller. If the release before the stop starts no node with them, the
// same command applies both, where one tool does.
func (s site) applyAccess(controller *Step) []*Step {
	changes := s.accessChanges()
	if len(changes) == 0 {
		return []*Step{controller}
	}
	why := s.whyTogether(changes)
	isOne := slices.Equal(targetsOf(changes), []string{s.after.Controller.address()})
	if n := s.applyIndex(controller, changes); (why != "" || isOne) && n >= 0 {
		controller.Title = fmt.Sprintf("Apply the controller's permissions, and in the same apply the controller %s", chartVersion(s.stop.Release))
		controller.Why = append(controller.Why, once([]string{why, whyAsked(changes)})...)
		controller.Items = append(accessItems(changes), controller.Items...)
		controller.Commands[n] = terraformApply(s.before.Dir, changes, s.after.Controller.address())
		return []*Step{controller}
	}
	step := s.step("access", "Apply the controller's permissions")
	if why != "" {
		why += " So do the next step right after this one."
	}
	step.Why = once([]string{why, whyAsked(changes)})
	step.Items, step.Commands = accessItems(changes), accessCommands(changes)
	return []*Step{step, controller}
}

// whyAsked tells that a person writes some of the changes; "" if karplint writes all.
func whyAsked(changes []accessChange) string {
	var rules []string
	for _, c := range changes {
		rules = append(rules, c.asked.Rule)
	}
	if rules = once(rules); len(rules) == 0 {
		return ""
	}
	return fmt.Sprintf("karplint does not write what %s asks for: first add it to the files.", strings.Join(rules, " and "))
}

// whyTogether returns the reason to apply the permissions together with the controller; "" if the release before the stop can work with them.
func (s site) whyTogether(changes []accessChange) string {
	for name, p := range facts.Permissions().Permissions { // in any order: one of them has an end
		if p.Until != "" && s.crosses(p.Until) && slices.ContainsFunc(changes, func(c accessChange) bool { return c.takes(name) }) {
			return fmt.Sprintf("With them Karpenter %s starts no node, because they allow launching instances only with the tag %s, which it does not set. "+
				"To have the old and the new policy while both releases run, "+
				"first attach the new one beside the old one, as step 8 of Karpenter's v1 migration guide does, and detach it "+
				"afterwards.", s.stop.From, p.Untagged)
		}
	}
	return ""
}

// takes reports whether the controller lacks a permission after the change. What KL802 asks for gives the new ones by taking the old ones away.
func (c accessChange) takes(permission string) bool {
	return c.asked.Rule == "KL802" || slices.ContainsFunc(iam.Controllers(c.project), func(controller iam.Controller) bool {
		return controller.ID == c.ID && slices.ContainsFunc(controller.Lacks, func(l iam.Lack) bool { return l.Permission == permission })
	})
}

// applyIndex returns the index of the command of Terraform that applies the controller, if the root of all changes is the same; otherwise -1.
func (s site) applyIndex(controller *Step, changes []accessChange) int {
	isSameRoot := each(changes, func(c accessChange) bool { return c.Block != "" && cmp.Or(c.project.Root, ".") == s.before.Dir })
	if s.before.tool() != terraform || !isSameRoot {
		return -1
	}
	target := "apply -target='" + shell.Escape(s.after.Controller.address()) + "'"
	return slices.IndexFunc(controller.Commands, func(c Command) bool { return strings.HasSuffix(c.Run, target) })
}

func accessItems(changes []accessChange) (items []Item) {
	for _, c := range changes {
		if c.asked.Text != "" {
			items = append(items, c.asked)
		} else {
			items = append(items, Item{Place: c.Place, Text: c.String()})
		}
	}
	return grouped(items)
}

// accessCommands returns the commands that apply the changes: one for each root of Terraform and each other file.
func accessCommands(changes []accessChange) (commands []Command) {
	byRoot := map[string][]accessChange{}
	for _, c := range changes {
		if c.Block != "" {
			byRoot[c.project.Root] = append(byRoot[c.project.Root], c)
		}
	}
	for _, c := range changes {
		var command Command
		switch path := c.Real["statements"]; {
		case c.Block != "":
			command = terraformApply(cmp.Or(c.project.Root, "."), byRoot[c.project.Root])
		case len(path) > 0 && path[0] == "Resources":
			command = Command{"aws cloudformation deploy --stack-name STACK --capabilities CAPABILITY_NAMED_IAM --template-file " + shell.Quote(c.Place.File),
				"Successfully created/updated stack; STACK is its name"}
		case len(path) == 1:
			const create = "aws iam create-policy-version --policy-arn POLICY --set-as-default --policy-document file://"
			command = Command{create + shell.Quote(c.Place.File), policyVersion}
		default:
			command = Command{"git diff HEAD~1 " + shell.Quote(c.Place.File), "apply this file in your usual way, and wait until AWS has the policy"}
		}
		if !slices.Contains(commands, command) {
			commands = append(commands, command)
		}
	}
	return commands
}

const policyVersion = `"IsDefaultVersion": true; POLICY is the ARN of the controller's policy, which can have five versions: delete one with ` +
	"aws iam delete-policy-version if it has. A policy inside a role takes aws iam put-role-policy --role-name ROLE --policy-name NAME instead"

// terraformApply returns the command that applies changes of a root, and other addresses, and nothing else.
func terraformApply(dir string, changes []accessChange, others ...string) Command {
	run := "terraform"
	if dir != "." {
		run += " -chdir=" + shell.Quote(dir)
	}
	run += " apply"
	addresses := once(append(targetsOf(changes), others...))
	for _, address := range addresses {
		run += " -target='" + shell.Escape(address) + "'"
	}
	how := ", in place"
	if slices.ContainsFunc(changes, accessChange.mayUpdateModule) {
		how = "; a new version of a module may also make, rename and delete resources: read each of them"
	}
	return Command{run, "the plan changes only " + strings.Join(addresses, " and ") + how}
}

// targetsOf returns the addresses that Terraform applies: a module call, or the resources that hold a policy document.
func targetsOf(changes []accessChange) (targets []string) {
	for _, c := range changes {
		for _, address := range iam.Holders(c.project, c.Block) {
			if !slices.Contains(targets, address) {
				targets = append(targets, address)
			}
		}
	}
	return targets
}
