package runbook

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	helmtext "github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/runbook/shell"
	"github.com/karplint/karplint/survey"
)

// isConverted reports whether the stop converts an object.
func (w *writer) isConverted(o *Object) bool {
	return w.writes != "" && w.writes != w.stop.Writes && o.Generation != w.stop.Writes
}

// inPlace returns the objects that the stop converts in place, each with its successor.
func (s site) inPlace() (pairs [][2]*Object) {
	for _, old := range s.before.Objects {
		if !s.isConverted(old) || s.after.has(old) {
			continue
		}
		if successor := s.after.successor(old); successor != nil {
			pairs = append(pairs, [2]*Object{old, successor})
		}
	}
	return pairs
}

// successor returns the object of another version of the API that replaces an old one, or nil.
func (i *Installation) successor(old *Object) *Object {
	for _, o := range i.Objects {
		isSameObject := o.Name == old.Name && o.IsPool == old.IsPool
		if isSameObject && o.APIKind != old.APIKind && o.Generation != old.Generation {
			return o
		}
	}
	return nil
}

// replaced returns the objects of the old API that leave the files at a stop which keeps that API, because their files cannot contain both.
func (s site) replaced() []*Object {
	if s.stop.Keeps == "" {
		return nil
	}
	return slices.DeleteFunc(s.before.ofGeneration(s.stop.Keeps), s.after.has)
}

// keepInCluster keeps the objects that leave the files in the cluster, until their nodes are replaced.
func (s site) keepInCluster() *Step {
	replaced := s.replaced()
	if len(replaced) == 0 {
		return nil
	}
	s.kept[s.before.key()] = replaced
	step := s.step("keep", "Keep in the cluster the "+s.stop.Keeps+" objects that are removed from the files")
	step.Why = []string{"Their files cannot contain both, and a pool that is deleted removes its nodes."}
	for _, o := range replaced {
		step.Items = append(step.Items, Item{Place: o.Place, Text: o.String()})
	}
	for _, t := range targets(replaced) {
		ofTool := slices.DeleteFunc(slices.Clone(replaced), func(o *Object) bool { return o.Tool != t.tool })
		for _, c := range s.keepCommands(ofTool, toolFacts(t.tool).Keep) {
			if !slices.Contains(step.Commands, c) {
				step.Commands = append(step.Commands, c)
			}
		}
	}
	if len(step.Commands) == 0 { // no tool here deletes objects that leave the files
		return nil
	}
	return step
}

// keepCommands returns the commands of a tool that keep objects: one for each Terraform resource, otherwise one for each kind.
func (s site) keepCommands(objects []*Object, templates []facts.ApplyCommand) (commands []Command) {
	for _, t := range templates {
		if strings.Contains(t.Run, "{object}") {
			for _, o := range objects {
				c := s.commands([]facts.ApplyCommand{t}, Chart{}, "")[0]
				commands = append(commands, Command{strings.ReplaceAll(c.Run, "{object}", shell.Escape(o.Address)), c.Expect})
			}
			continue
		}
		for _, kind := range slices.Backward(kindsOf(objects)) {
			names := strings.Join(shell.QuoteAll(namesOf(objects, kind)), " ")
			if hasUnnamed(objects, kind) {
				names = "--all"
			}
			commands = append(commands, Command{strings.ReplaceAll(t.Run, "{objects}", kind+" "+names), t.Expect})
		}
	}
	return commands
}

// keepFromReplacing keeps Terraform from replacing the objects whose apiVersion changes.
func (s site) keepFromReplacing() *Step {
	step := s.step("state", "Keep Terraform from replacing pools and classes")
	for _, pair := range s.inPlace() {
		old, successor := pair[0], pair[1]
		id := importID(successor)
		if id == "" || old.Kind != successor.Kind || successor.Upgrades {
			continue
		}
		chdir := s.chdir()
		step.Items = append(step.Items, Item{Place: old.Place, Text: fmt.Sprintf("%s: %s", old.Address, old)})
		if successor.Name == "" {
			step.Commands = append(step.Commands, Command{
				Run:    fmt.Sprintf("terraform %sstate list '%s'", chdir, shell.Escape(old.Address)),
				Expect: fmt.Sprintf("for each instance: terraform %sstate rm, then terraform %simport with the ID '%s'", chdir, chdir, id),
			})
			continue
		}
		step.Commands = append(step.Commands,
			Command{Run: fmt.Sprintf("terraform %sstate rm '%s'", chdir, shell.Escape(old.Address))},
			Command{Run: fmt.Sprintf("terraform %simport '%s' '%s'", chdir, shell.Escape(successor.Address), shell.Escape(id)), Expect: "Import successful!"},
		)
	}
	if len(step.Items) == 0 {
		return nil
	}
	step.Why = []string{"The providers replace an object when its apiVersion changes, and a pool that is destroyed removes its nodes. The cluster " +
		"serves the objects in both versions, so import them in the version that the files have now."}
	return step
}

func (s site) chdir() string {
	if s.before.Dir == "." {
		return ""
	}
	return "-chdir=" + shell.Quote(s.before.Dir) + " "
}

// importID returns the ID by which a provider imports an object, "" if it is unknown.
func importID(o *Object) string {
	name := cmp.Or(o.Name, "NAME")
	switch o.Via {
	case facts.KubectlManifest:
		return fmt.Sprintf("%s//%s//%s", o.APIVersion, o.Kind, name)
	case facts.KubernetesManifest:
		return fmt.Sprintf("apiVersion=%s,kind=%s,name=%s", o.APIVersion, o.Kind, name)
	}
	return ""
}

// applyObjects applies the objects that the stop has converted or added.
func (s site) applyObjects() *Step {
	var changed []*Object
	for _, o := range s.after.Objects {
		if !s.before.has(o) {
			changed = append(changed, o)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	step := s.step("objects", "Apply the pools and classes")
	step.Commands = s.apply(changed, objectCommands)
	for _, kind := range kindsOf(changed) {
		get := append([]string{"kubectl get", kind}, shell.QuoteAll(namesOf(changed, kind))...)
		step.Commands = append(step.Commands, Command{Run: strings.Join(get, " "), Expect: "each is there"})
	}
	step.Items = s.otherFiles(changed)
	return step
}

// otherFiles returns the changed files that are applied neither with the objects, also by the same object of a tool, nor with the charts nor with the
// permissions.
func (s site) otherFiles(changed []*Object) (items []Item) {
	known := append(s.after.Controller.valueFiles(), s.after.Controller.Version.File, s.after.CRDs.Version.File)
	for _, o := range changed {
		known = append(known, o.Place.File)
	}
	for _, c := range s.accessChanges() {
		known = append(known, c.Place.File)
	}
	var charts []string
	for _, file := range known {
		charts = append(charts, s.chartAround(file))
	}
	isAppliedWith := func(by project.Applier) bool {
		return by.Address != "" && slices.ContainsFunc(changed, func(o *Object) bool { return o.Applier == by.Address })
	}
	for _, f := range s.taken.Files {
		dir := s.chartAround(f.Path)
		isOfChart := dir != "" && slices.Contains(charts, dir)
		isKnown := isOfChart || slices.Contains(known, f.Path) || slices.ContainsFunc(s.appliers(f.Path), isAppliedWith)
		if !f.Changed() || isKnown || isAppliedOtherwise(f.Path) {
			continue
		}
		if isOwn := !s.division.isComplete || isBelow(f.Path, s.division.pathOf(s.before)); isOwn && len(items) < maxFiles {
			items = append(items, Item{Place: Place{File: f.Path}, Text: "apply this file too, in your usual way"})
		}
	}
	return items
}

// valueFiles returns the files with the values of the chart.
func (c Chart) valueFiles() (files []string) {
	if !c.Exists() {
		return nil
	}
	for v := range c.Value.Get("values").All() {
		if v.Origin != nil && v.Origin.File != nil {
			files = append(files, v.Origin.File.Path)
		}
	}
	return files
}

// chartAround returns the directory of the chart that a file is part of, "" for none.
func (w *writer) chartAround(file string) string {
	for dir := range ancestors(path.Dir(file)) {
		if _, err := w.taken.Tree.Files.ReadFile(path.Join(dir, helmtext.ChartFile)); err == nil {
			return dir
		}
	}
	return ""
}

// isAppliedOtherwise reports whether a file is Terraform's, a template that another tool renders, or an example.
func isAppliedOtherwise(file string) bool {
	return hasTemplateName(file) || filetype.IsTerraform(file) || project.IsTrial(file)
}

func hasTemplateName(file string) bool {
	return strings.HasSuffix(file, ".tpl") || strings.HasSuffix(file, ".tftpl")
}

// target is a unit that one set of a tool's commands applies: a file, the files of an applier, or all that Terraform applies.
type target struct{ tool, applier, file string }

// targets returns the units that contain the objects, each once, sorted by tool.
func targets(objects []*Object) (list []target) {
	for _, o := range objects {
		t := target{o.Tool, o.Applier, o.Place.File}
		if o.Applier != "" || o.Tool == terraform {
			t.file = ""
		}
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(a, b target) int { return strings.Compare(a.tool, b.tool) })
	return list
}

func objectCommands(t facts.ApplyTool) []facts.ApplyCommand { return t.Objects }

// apply returns the commands of the tools that apply objects, a push first if one of them needs it.
func (s site) apply(objects []*Object, commands func(facts.ApplyTool) []facts.ApplyCommand) (unique []Command) {
	isUnpushed := s.stop.Installed() || s.isPushed || !toolFacts(s.before.tool()).Push // no step for the charts has pushed these files
	needsPush, known := false, ""
	var files []string // that an unknown object of the known tool applies
	for _, t := range targets(objects) {
		tool := toolFacts(t.tool)
		lines := s.commands(commands(tool), Chart{}, t.file)
		if len(lines) == 0 && (tool.Push || tool.Deletes) {
			lines = s.commands(tool.Objects, Chart{}, t.file)
		}
		switch {
		case t.tool == helm && s.isOtherChart(t.file):
			lines[len(lines)-1].Expect = s.findRelease(chartDir(t.file))
		case t.tool == flux && strings.HasPrefix(t.applier, survey.ViaFlux+"/"):
			lines, needsPush = s.commands(tool.Templates, Chart{}, t.file), needsPush || isUnpushed
		case t.tool == kubectl && s.isTemplate(t.file):
			lines = []Command{{Run: "git diff HEAD~1 " + shell.Quote(t.file),
				Expect: "apply this file with the tool that renders it; kubectl cannot read its templates"}}
		case tool.Push && t.applier == "":
			lines, known, files = nil, tool.Name, append(files, t.file)
		case tool.Push:
			needsPush = needsPush || isUnpushed
		}
		name, namespace := nameOfAddress(t.applier)
		for _, c := range lines {
			c.Run = strings.NewReplacer("{applier}", shell.Quote(name), "{applier_namespace}", shell.Quote(namespace)).Replace(c.Run)
			if !slices.Contains(unique, c) {
				unique = append(unique, c)
			}
		}
	}
	push := Command{Run: "git push"}
	if len(files) > 0 {
		push.Expect = fmt.Sprintf("then %s, or the tool that you use instead, applies %s", known, shortList(files, maxPlaces))
	}
	if needsPush || len(files) > 0 {
		unique = append([]Command{push}, unique...)
	}
	return unique
}

// isTemplate reports whether a file is a template, which kubectl cannot read.
func (s site) isTemplate(file string) bool {
	if hasTemplateName(file) {
		return true
	}
	text, err := s.taken.Tree.Files.ReadFile(file)
	return err == nil && bytes.Contains(text, []byte("{{"))
}

// nameOfAddress returns the name and the namespace in an address such as Kustomization/flux-system/pools. The default is Flux's own namespace.
func nameOfAddress(address string) (name, namespace string) {
	parts := strings.Split(address, "/")
	name, namespace = parts[len(parts)-1], "flux-system"
	if len(parts) > 2 {
		namespace = parts[1]
	}
	return name, namespace
}

// kindsOf returns the kinds of objects as kubectl names them, classes first because pools refer to them.
func kindsOf(objects []*Object) (kinds []string) {
	for _, pools := range []bool{false, true} {
		for _, o := range objects {
			if kind := resourceOf(o.APIKind); o.IsPool == pools && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// hasUnnamed reports whether an object of a kind has a name that no file shows.
func hasUnnamed(objects []*Object, kind string) bool {
	return slices.ContainsFunc(objects, func(o *Object) bool { return resourceOf(o.APIKind) == kind && o.Name == "" })
}

// namesOf returns the names of the objects of a kind.
func namesOf(objects []*Object, kind string) (names []string) {
	for _, o := range objects {
		if resourceOf(o.APIKind) == kind && o.Name != "" && !slices.Contains(names, o.Name) {
			names = append(names, o.Name)
		}
	}
	return names
}
