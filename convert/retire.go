package convert

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/index"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Retire removes the objects of the alpha API whose successors are beside them, where Keep wrote them. References to a removed resource
// of Terraform become references to that of the successor. An object without a successor, or that cannot be removed safely, is a decision. The
// options must have Keep. It returns one File for each file that changes or has such an object, in the order of their paths.
func (c *Converter) Retire(files []*model.File) []File {
	files = slices.SortedStableFunc(slices.Values(files), func(a, b *model.File) int { return cmp.Compare(a.Path, b.Path) })
	run := *c
	run.parsed = units.NewFiles(files, units.Reading{Matters: concerns, MayConvert: mayConvert, OnParse: c.onParse})
	run.charts = charts.New(files, run.parsed.OnlyRoot, nil)
	survey := run.surveyFiles(files)
	run.arrange(files, survey)
	r := &retirement{Converter: &run, survey: survey, removals: make([]sites.Removal, len(files)), successors: map[string]map[string]string{}}
	out := make([]File, len(files))
	for i, f := range files {
		out[i] = File{Path: f.Path, Before: f.Data, After: f.Data}
		r.find(&out[i], f, i)
	}
	for i, f := range files {
		r.removeFile(&out[i], f, i, files)
		r.leaveLocals(&out[i], i)
	}
	for i, f := range files {
		r.remove(&out[i], f, i)
	}
	return slices.DeleteFunc(out, func(f File) bool { return !f.Changed() && len(f.Notes) == 0 })
}

// retirement is one run of Retire.
type retirement struct {
	*Converter
	survey     *survey
	removals   []sites.Removal              // by the number of the file
	successors map[string]map[string]string // by directory: the address of a removed resource → the address of its successor
}

// find collects the objects to remove from a file.
func (r *retirement) find(out *File, f *model.File, file int) {
	of := r.forFile(f.Path)
	r.parsed.Units(f, file, func(u *units.Unit) {
		if u.Err != nil || of.isAside(u) {
			return
		}
		change, old := r.Change(u.Res)
		if !old || change == nil || change.To.Kind == "" {
			return
		}
		o := record.New(u.Res)
		object := Object{File: f.Path, From: change.From.APIVersion + " " + o.Name, Status: Removed, Kind: change.From, Name: record.ShownName(u.Res),
			Line: o.Line(nil)}
		object.To = object.From
		twin := r.survey.index.TwinOf(u.ID, change.To.Kind)
		if reason := r.refusal(u, change, twin); reason != "" {
			object.Status = Undecided
			out.Notes = append(out.Notes, record.Note{File: f.Path, Line: object.Line, Object: o.Name, Level: record.Decision, Message: reason,
				See: pages.Procedure})
		} else {
			r.removals[file].Gone = append(r.removals[file].Gone, u)
			r.redirect(f, u, twin)
			out.Notes = append(out.Notes, record.Note{
				File: f.Path, Line: object.Line, Object: o.Name, Level: record.Info, See: pages.Procedure,
				Message: fmt.Sprintf("removed, because its successor %s %s is in %s", change.To.Kind, object.Name, twin.Path),
			})
		}
		out.Objects = append(out.Objects, object)
	})
}

// refusal returns why an object must stay, or "".
func (r *retirement) refusal(u *units.Unit, change *facts.KindChange, twin *index.Member) string {
	if twin != nil && u.IsInside() {
		return "the object is inside another document; delete it by hand"
	}
	if twin == nil {
		return fmt.Sprintf("no %s beside it replaces it; convert it with --keep first, or delete it", change.To.Kind)
	}
	return ""
}

// redirect records that references to the resource of an object become references to its successor.
func (r *retirement) redirect(f *model.File, u *units.Unit, twin *index.Member) {
	address := u.Address()
	if u.Apart && !u.Ignored {
		address = u.BlockName()
	}
	if address == "" || twin.Address == "" {
		return
	}
	dir := path.Dir(f.Path)
	if r.successors[dir] == nil {
		r.successors[dir] = map[string]string{}
	}
	r.successors[dir][address] = twin.Address
}

// removeFile removes a file of manifests of which nothing would be left.
func (r *retirement) removeFile(out *File, f *model.File, file int, files []*model.File) {
	removal := &r.removals[file]
	if filetype.IsTerraform(f.Path) || !removal.IsWhole(r.survey.modules.DocumentsIn(f, file)) {
		return
	}
	err := r.survey.modules.RefuseTaken(f.Path, "")
	if by := namedIn(f.Path, files); by != "" && err == nil {
		err = edit.RefuseWith("delete both by hand", "%s names the file", by)
	}
	if err != nil {
		r.leave(out, err)
		removal.Gone = nil
		return
	}
	out.Removed, out.After, removal.Gone = true, nil, nil
}

// leaveLocals leaves objects to a person in local values that resources take.
func (r *retirement) leaveLocals(out *File, file int) {
	for _, u := range r.removals[file].Gone {
		if u.Local() == "" {
			continue
		}
		if err := r.survey.modules.RefuseTaken(out.Path, u.Local()); err != nil {
			r.leave(out, err)
			r.removals[file].Gone = nil
			return
		}
	}
}

// namedIn returns a kustomization that may name a file, or "".
func namedIn(file string, files []*model.File) string {
	for _, f := range files {
		if filetype.IsKustomization(f.Path) && filetype.InOneTree(f.Path, file) && bytes.Contains(f.Data, []byte(path.Base(file))) {
			return f.Path
		}
	}
	return ""
}

// leave leaves the objects of a file to a person.
func (r *retirement) leave(out *File, reason error) {
	for i := range out.Objects {
		out.Objects[i].Status = Undecided
	}
	for i := range out.Notes {
		out.Notes[i].Level, out.Notes[i].Message = record.Decision, fmt.Sprintf("karplint cannot remove it safely, although its successor is there: %v",
			reason)
	}
	if len(out.Notes) == 0 {
		out.Notes = append(out.Notes, record.Note{File: out.Path, Line: 1, Level: record.Decision,
			Message: fmt.Sprintf("it refers to resources that are removed, and karplint cannot change that safely: %v", reason)})
	}
}

// remove removes the objects of a file, and redirects references to those of its module.
func (r *retirement) remove(out *File, f *model.File, file int) {
	removal := r.removals[file]
	if filetype.IsTerraform(f.Path) {
		removal.Successors, removal.Source = r.successors[path.Dir(f.Path)], r.parsed.Source(f)
	}
	if len(removal.Gone)+len(removal.Successors) == 0 {
		return
	}
	text, err := removal.Apply(f)
	if err != nil {
		r.leave(out, err)
		return
	}
	out.After = text
}
