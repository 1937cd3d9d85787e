package cli

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// notes returns notes about what the conversion does not change; none if a limit ended it.
func (r *converting) notes() []string {
	if r.files == nil {
		return nil
	}
	return slices.Concat(r.unrequestedNotes(), r.unservedNotes(), r.unknownRoleNotes(), r.unusedAnswerNotes())
}

// unknownRoleNotes returns a note for each name in convert.roles that is not the name of a class. If only a part of the
// configuration's directory was read, the class may be elsewhere, so that only likely misspellings are reported.
func (r *converting) unknownRoleNotes() []string {
	var notes []string
	named := map[string]bool{} // by the place of the name, which several settings may share
	for _, f := range r.in.Files {
		s := r.files.of(f.Path).settings
		for _, name := range slices.Sorted(maps.Keys(s.Convert.Roles)) {
			place := s.Place("convert.roles." + name)
			if named[place] {
				continue
			}
			named[place] = true
			files := slices.DeleteFunc(slices.Clone(r.converted), func(f convert.File) bool {
				return r.files.of(f.Path).Place("convert.roles."+name) != place
			})
			if note := r.unknownRole(s, name, files); note != "" {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// unusedAnswerNotes returns a note for each glob of convert.answers that answered nothing, where all files below its configuration were read.
func (r *converting) unusedAnswerNotes() (notes []string) {
	needed := r.neededAnswers()
	for _, f := range r.in.Files {
		for _, a := range r.files.of(f.Path).Convert.Answers {
			if needed[a.Place] || len(r.in.Errors) > 0 || !r.in.IsWalked(absolute(path.Dir(a.Place))) {
				continue
			}
			needed[a.Place] = true // named once
			notes = append(notes, fmt.Sprintf("%s: convert.answers: nothing is left to answer for %q", a.Place, a.Object))
		}
	}
	return notes
}

// neededAnswers returns the places of the globs whose answers were used, or may be: for an object that needs a decision, or a later step.
func (r *converting) neededAnswers() map[string]bool {
	needed := map[string]bool{}
	for i := range r.converted {
		f := &r.converted[i]
		for _, n := range f.Notes {
			needed[n.Answer] = true
		}
		for _, o := range f.Objects {
			mayNeed := r.options.To != convert.V1 || o.Status == convert.Undecided
			for _, a := range r.files.of(f.Path).Convert.Answers {
				needed[a.Place] = needed[a.Place] || mayNeed && a.Matches(o.Kind.Kind+"/"+o.Name)
			}
		}
	}
	return needed
}

// unknownRole returns the note about one name, for the files that its configuration is for; "" if a class has the name, or may have it.
func (r *converting) unknownRole(s *settings, name string, converted []convert.File) string {
	classes := objectNames(converted, apis.IsClass)
	pools := objectNames(converted, func(kind string) bool { return kind == "Provisioner" })
	if slices.Contains(classes, name) || slices.Contains(pools, name) { // a Provisioner may contain its class
		return ""
	}
	hint := nearest.Hint(name, classes)
	if isComplete := len(r.in.Errors) == 0 && r.in.IsWalked(s.Dir); hint == "" && !isComplete {
		return ""
	}
	return fmt.Sprintf("%s: convert.roles: no node class is called %q%s", s.Place("convert.roles."+name), name, hint)
}

// objectNames returns the names of the objects of some kinds.
func objectNames(converted []convert.File, ofKind func(kind string) bool) []string {
	var names []string
	for i := range converted {
		for _, o := range converted[i].Objects {
			if ofKind(o.Kind.Kind) && o.Name != "" && !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
		}
	}
	return names
}

// unrequestedNotes returns a note for each kustomization that was not requested but patches changed objects: its patches are for the old kinds.
func (r *converting) unrequestedNotes() (notes []string) {
	changed := map[string]*model.File{} // by absolute path
	for i := range r.converted {
		if f := &r.converted[i]; f.Changed() {
			changed[absolute(f.Path)] = model.NewFile(f.Path, f.Before)
		}
	}
	if r.Around == nil || len(changed) == 0 {
		return nil
	}
	requested := map[string]bool{}
	for _, f := range r.sources {
		name := absolute(f.Path)
		requested[name] = true
		if changed[name] != nil {
			changed[name] = f // it has its trees
		}
	}
	names := map[string]string{} // relative paths by absolute ones
	var paths, kustomizations []string
	isComplete := true
	for _, in := range r.Around.Inputs {
		name := absolute(in.Path)
		names[name] = in.Path
		paths = append(paths, name)
		if filetype.IsKustomization(name) {
			kustomizations = append(kustomizations, name)
			isComplete = isComplete && requested[name]
		}
	}
	if isComplete {
		return nil
	}
	tree := kustomize.NewTree(paths, kustomizations, model.ReadFunc(func(name string) ([]byte, error) { return r.Around.Files.ReadFile(names[name]) }))
	for _, user := range patches.Unasked(r.Converter.Goal, tree, changed) {
		if name := names[user]; name != "" && !requested[user] {
			notes = append(notes, fmt.Sprintf("%s: its patches may apply to converted objects; add it to the paths, so that they are converted too", name))
		}
	}
	return notes
}

// absolute returns the absolute path of a file, so that paths of kustomizations can be compared.
func absolute(name string) string {
	if full, err := filepath.Abs(name); err == nil {
		return filepath.ToSlash(full)
	}
	return name
}

// unservedNotes returns a note for each installation that does not serve the converted objects.
func (r *converting) unservedNotes() []string {
	var notes []string
	for i := range r.converted {
		f := &r.converted[i]
		if r.ChartsToo() || !f.ChangesKind() {
			continue
		}
		installed := r.Installed(f.Path)
		from, version := installed.From, installed.Version
		if target := r.files.of(f.Path).Target; target.IsKnown() {
			from, version = target.From, target.Exact()
		}
		if version == "" || r.Converter.Serves(version) {
			continue
		}
		note := fmt.Sprintf("Karpenter %s of %s does not serve %s; %s", version, from, r.Converter.Output(), unservedAdvice(version, r.options))
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}
