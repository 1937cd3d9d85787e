package survey

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// compacter copies trees without references to their documents, so that the bytes and values of a file can be freed. It maps each
// file to a copy without bytes.
type compacter map[*model.File]*model.File

// compactLimit bounds how many values of one resource are kept. Further values become Unknown.
const compactLimit = 10_000

// file returns the file without its bytes; nil for nil.
func (c compacter) file(f *model.File) *model.File {
	if f == nil || f.Data == nil {
		return f
	}
	if c[f] == nil {
		c[f] = &model.File{Path: strings.Clone(f.Path)}
	}
	return c[f]
}

// value returns a copy of the tree. It follows aliases, because the parser has bounded how far they expand.
func (c compacter) value(v *model.Value) *model.Value {
	remaining := compactLimit
	return v.Copy(func(copied *model.Value) {
		if remaining--; remaining < 0 {
			props := copied.Props()
			*copied = model.Value{Kind: model.Unknown, Text: "…", Span: copied.Span, Dash: -1}
			copied.SetProps(props)
			return
		}
		copied.Text = strings.Clone(copied.Text)
		copied.ClearNames()
		if from := copied.Origin; from != nil {
			copied.Origin = &model.Origin{File: c.file(from.File), Computed: from.Computed, Shared: from.Shared, Named: from.Named}
		}
	})
}

func compactAll(resources []*Resource) []*Resource {
	c := compacter{}
	var kept []*Resource
	for _, r := range resources {
		compact := *r
		compact.Value, compact.File = c.value(r.Value), c.file(r.File)
		compact.Object, compact.Sources, compact.ValueFiles = nil, nil, filesOf(r.Sources)
		kept = append(kept, &compact)
	}
	return kept
}

// Short returns a compact copy of one value.
func Short(v *model.Value) *model.Value { return compacter{}.value(v) }

// filesOf returns the paths of the files that contain the values, each once.
func filesOf(sources []*model.Value) []string {
	var files []string
	for _, source := range sources {
		for v := range source.All() {
			if v.Origin != nil && v.Origin.File != nil && !slices.Contains(files, v.Origin.File.Path) {
				files = append(files, strings.Clone(v.Origin.File.Path))
			}
		}
	}
	return files
}
