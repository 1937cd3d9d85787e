package fixes

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
)

// Proposal is the fix of a finding.
type Proposal struct {
	Rule     string         // its id
	Location place.Location // of the finding
	Fix      *Fix
}

// Round is the result of one round of fixes.
type Round struct {
	Changed map[string][]byte // by path
	Applied []Proposal        // each resolves one or several findings
	Refused []string          // the reasons why other fixes could not be made
	Before  map[string][]byte // the changed files before the round
}

// Make makes one round of fixes: the safe ones, and with unsafe also the others. Of conflicting fixes it makes the first.
// Every file parses as well as before. read returns the bytes for which the fixes were planned; a fix in a file that cannot
// be read is not made.
func Make(proposals []Proposal, unsafe bool, read func(path string) ([]byte, error)) Round {
	a := &application{read: read, originals: map[string]*model.File{}}
	round := Round{Changed: map[string][]byte{}, Before: map[string][]byte{}}
	chosen := compatible(proposals, unsafe)
	about := map[*Fix]*candidate{}
	var fixes []*Fix
	for _, c := range chosen {
		about[c.proposal.Fix] = c
		fixes = append(fixes, c.proposal.Fix)
	}
	for _, group := range byFiles(fixes) {
		made := a.largestSet(nil, group, func(fix *Fix, reason error) {
			round.Refused = append(round.Refused, about[fix].proposal.Refusal(reason.Error()))
		})
		if len(made) == 0 {
			continue
		}
		data, err := a.apply(made)
		if err != nil {
			continue
		}
		for _, fix := range made {
			round.Applied = append(round.Applied, about[fix].proposal)
		}
		maps.Copy(round.Changed, data)
		for path := range data {
			round.Before[path] = a.originals[path].Data
		}
	}
	return round
}

// Refusal returns the message that explains why the fix was not made.
func (p Proposal) Refusal(reason string) string {
	return fmt.Sprintf("%s:%d:%d: the fix of %s (%s) was not made: %s", p.Location.File, p.Location.Start.Line, p.Location.Start.Column, p.Rule,
		p.Fix.Title, reason)
}

// largestSet returns base and the fixes that can be made together with it, chosen in their order. It calls refused for the others.
func (a *application) largestSet(base, fixes []*Fix, refused func(*Fix, error)) []*Fix {
	combined := slices.Concat(base, fixes)
	_, err := a.apply(combined)
	switch {
	case err == nil:
		return combined
	case len(fixes) == 1:
		if !errors.Is(err, errNothing) {
			refused(fixes[0], err)
		}
		return base
	}
	half := len(fixes) / 2
	return a.largestSet(a.largestSet(base, fixes[:half], refused), fixes[half:], refused)
}

// byFiles divides the fixes into groups that have no file in common, each in the order of the
// fixes.
func byFiles(fixes []*Fix) [][]*Fix {
	files := graph.Groups[string]{}
	for _, fix := range fixes {
		for _, e := range fix.Edits {
			files.Join(fix.Edits[0].File, e.File)
		}
	}
	var groups [][]*Fix
	number := map[string]int{}
	for _, fix := range fixes {
		group := files.Of(fix.Edits[0].File)
		if _, ok := number[group]; !ok {
			number[group] = len(groups)
			groups = append(groups, nil)
		}
		groups[number[group]] = append(groups[number[group]], fix)
	}
	return groups
}

// application makes fixes in files that it reads once.
type application struct {
	read      func(path string) ([]byte, error)
	originals map[string]*model.File // files before their fixes, nil for one that cannot be read
}

func (a *application) original(path string) *model.File {
	f, ok := a.originals[path]
	if !ok {
		if data, err := a.read(path); err == nil {
			f = model.NewFile(path, data)
		}
		a.originals[path] = f
	}
	return f
}

var errNothing = errors.New("it changes nothing")

// apply returns the files that the fixes change. It returns an error if they cannot be made: nothing changes, a file cannot
// be read, or a file would not parse as well as before.
func (a *application) apply(fixes []*Fix) (changed map[string][]byte, err error) {
	merged, err := joinEdits(fixes)
	if err != nil {
		return nil, err
	}
	byFile := map[string][]edit.Edit{}
	known := map[FileEdit]bool{} // several fixes may contain the same edit
	for _, e := range merged {
		if source := a.original(e.File); e.Sum != 0 && source != nil && e.Sum != source.Sum() {
			return nil, edit.RefuseWith("run karplint again", "%s changed on disk since it was read", e.File)
		}
		if !known[e] {
			known[e] = true
			byFile[e.File] = append(byFile[e.File], e.Edit())
		}
	}
	changed = map[string][]byte{}
	for _, path := range slices.Sorted(maps.Keys(byFile)) {
		source := a.original(path)
		if source == nil {
			return nil, fmt.Errorf("%s cannot be read", path)
		}
		edits := byFile[path]
		slices.SortStableFunc(edits, func(a, b edit.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
		data, err := edit.Apply(source.Data, edits)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if bytes.Equal(data, source.Data) {
			continue
		}
		if err := prove(source, model.NewFile(path, data)); err != nil {
			return nil, err
		}
		changed[path] = data
	}
	if len(changed) == 0 {
		return nil, errNothing
	}
	return changed, nil
}
