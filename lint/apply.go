package lint

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// maxRounds bounds how often files are fixed and linted again.
const maxRounds = 10

// ApplyFixes makes one round of the findings' fixes: the safe ones, with unsafe also the others. It returns
// the files that change, by path, and how many fixes were made. Of fixes that get in each other's way the first is made, and
// every file parses as well as before. read returns the bytes that the findings' positions are in; a fix in a file that
// cannot be read is not made.
func ApplyFixes(findings []Finding, unsafe bool, read func(path string) ([]byte, error)) (changed map[string][]byte, made int) {
	a := &application{read: read, before: map[string]*original{}}
	changed = map[string][]byte{}
	for _, fixes := range byFiles(compatible(findings, unsafe)) {
		data, ok := a.apply(fixes)
		if ok {
			made += len(fixes)
		}
		// Together they break a file: the first that does not, and the others in the next round.
		for i := 0; !ok && i < len(fixes); i++ {
			if data, ok = a.apply(fixes[i : i+1]); ok {
				made++
			}
		}
		maps.Copy(changed, data)
	}
	return changed, made
}

// byFiles parts the fixes into groups that have no file in common, each in the order of the fixes.
func byFiles(fixes []*Fix) [][]*Fix {
	leads := map[string]string{} // from each file to another one of its group, in the end to the group's first
	first := func(file string) string {
		for leads[file] != "" {
			file = leads[file]
		}
		return file
	}
	for _, fix := range fixes {
		for _, e := range fix.Edits {
			if a, b := first(fix.Edits[0].File), first(e.File); a != b {
				leads[b] = a
			}
		}
	}
	var groups [][]*Fix
	number := map[string]int{}
	for _, fix := range fixes {
		group := first(fix.Edits[0].File)
		if _, known := number[group]; !known {
			number[group] = len(groups)
			groups = append(groups, nil)
		}
		groups[number[group]] = append(groups[number[group]], fix)
	}
	return groups
}

// application makes fixes in files that it reads once.
type application struct {
	read   func(path string) ([]byte, error)
	before map[string]*original
}

// original is a file before its fixes; nil in place of one that cannot be read.
type original struct {
	data   []byte
	errors int // parts that do not parse
}

func (a *application) original(path string) *original {
	o, known := a.before[path]
	if !known {
		if data, err := a.read(path); err == nil {
			o = &original{data, parseErrors(model.NewFile(path, data))}
		}
		a.before[path] = o
	}
	return o
}

// apply returns the files that the fixes change; not ok if nothing changes, or one of them would not parse as well as
// before.
func (a *application) apply(fixes []*Fix) (changed map[string][]byte, ok bool) {
	byFile := map[string][]edit.Edit{}
	for _, fix := range fixes {
		for _, e := range fix.Edits {
			byFile[e.File] = append(byFile[e.File], e.Edit())
		}
	}
	changed = map[string][]byte{}
	for path, edits := range byFile {
		before := a.original(path)
		if before == nil {
			return nil, false
		}
		slices.SortFunc(edits, func(a, b edit.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
		data, err := edit.Apply(before.data, edits)
		if err != nil || parseErrors(model.NewFile(path, data)) > before.errors {
			return nil, false
		}
		if !bytes.Equal(data, before.data) {
			changed[path] = data
		}
	}
	return changed, len(changed) > 0
}

// compatible returns the fixes of the findings that can be made in one round, in order.
func compatible(findings []Finding, unsafe bool) []*Fix {
	var chosen []*Fix
	for _, f := range findings {
		if f.Fix == nil || len(f.Fix.Edits) == 0 || f.Fix.Safety == Unsafe && !unsafe {
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
			if a.File == b.File && a.Span.Start <= b.Span.End && b.Span.Start <= a.Span.End {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.containers, func(name string) bool {
		return slices.Contains(other.containers, name)
	})
}

// parseErrors returns how many parts of a file do not parse.
func parseErrors(f *model.File) int {
	if readsAsHCL(f.Path) {
		if _, broken := hcl.Parse(f); broken != nil {
			return 1
		}
		return 0
	}
	count := 0
	yaml.Documents(f, func(_ *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			count++
		}
		return true
	})
	return count
}
