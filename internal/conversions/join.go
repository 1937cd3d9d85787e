package conversions

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/model"
)

// Join merges the conversion of charts into the conversion of objects. Both were computed from the same texts. refused are the
// files in which both change the same lines; the caller must then convert the charts without them. read returns the original
// text of a file.
func Join(
	converted []convert.File, charts *installations.Conversion, read func(path string) ([]byte, error),
) (files []convert.File, refused []string) {
	files = slices.Clone(converted)
	for _, path := range slices.Sorted(maps.Keys(charts.Texts)) {
		f, text := fileOf(&files, path, read), charts.Texts[path]
		changed, ok := joined(f, f.After, diff.LineEdits(f.Before, text))
		if !ok {
			refused = append(refused, path)
			continue
		}
		f.After = changed
	}
	for _, n := range charts.Notes {
		f := fileOf(&files, n.File, read)
		f.Notes = append(f.Notes, n)
	}
	for i := range files {
		slices.SortStableFunc(files[i].Notes, func(a, b convert.Note) int { return cmp.Compare(a.Line, b.Line) })
	}
	slices.SortStableFunc(files, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(refused)
	return files, refused
}

// fileOf returns the file with the path, and adds it if it is missing. The pointer is valid until the next call.
func fileOf(files *[]convert.File, path string, read func(path string) ([]byte, error)) *convert.File {
	group := 0
	for i := range *files {
		if (*files)[i].Path == path {
			(*files)[i].Notes = slices.Clone((*files)[i].Notes)
			return &(*files)[i]
		}
		group = max(group, (*files)[i].Group+1)
	}
	data, err := read(path)
	if err != nil {
		data = nil
	}
	*files = append(*files, convert.File{Path: path, Before: data, After: data, Group: group})
	return &(*files)[len(*files)-1]
}

// joined returns a text that one conversion made of the file, with the edits of another one. It returns false if both
// change the same lines, or if the result has more parse errors than the text.
func joined(f *convert.File, text []byte, edits []edit.Edit) ([]byte, bool) {
	if bytes.Equal(text, f.Before) {
		result, err := edit.Apply(f.Before, edits)
		return result, err == nil
	}
	merged := append(diff.LineEdits(f.Before, text), edits...)
	slices.SortStableFunc(merged, func(a, b edit.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	for i := 1; i < len(merged); i++ {
		last, next := merged[i-1], merged[i]
		insertsAtSeam := next.Start == last.End && (last.Start == last.End || next.Start == next.End)
		if next.Start < last.End || insertsAtSeam {
			return nil, false
		}
	}
	result, err := edit.Apply(f.Before, merged)
	broken := func(text []byte) int { return fixes.ParseErrors(model.NewFile(f.Path, text)) }
	return result, err == nil && broken(result) <= broken(text)
}
