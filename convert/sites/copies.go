package sites

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// named returns the edit that gives the block or local value another address.
func (t *Consumer) named(address string) edit.Edit {
	return edit.Edit{Start: t.label.Start, End: t.label.End, New: address[strings.LastIndexByte(address, '.')+1:]}
}

// withNewlines returns a text with the line breaks that the file uses.
func withNewlines(f *model.File, text string) string {
	if bytes.Contains(f.Data, []byte("\r\n")) {
		return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}
	return text
}

// parses returns an error if a text is not valid Terraform.
func parses(name, text string, isLocal bool) error {
	if isLocal {
		text = "locals {\n" + text + "\n}\n"
	}
	if _, broken := hcl.Parse(model.NewFile(name, []byte(text))); broken != nil {
		return edit.RefuseWith("write it by hand", "the object that is added beside it would not parse (%s)", broken.Message)
	}
	return nil
}

// referring returns lines of a file after edits. References to resources with a twin become references to the twin.
func (m *Modules) referring(f *model.File, lines model.Span, dir string, edits []edit.Edit, isUnconverted func(units.ID) bool) (string, error) {
	for _, match := range reference().FindAllSubmatchIndex(f.Data[lines.Start:lines.End], -1) {
		e := edit.Edit{Start: lines.Start + match[2], End: lines.Start + match[3]}
		twin, has := m.twins[valueName{dir, string(f.Data[e.Start:e.End])}]
		if has && !isUnconverted(twin.of) && !slices.ContainsFunc(edits, func(o edit.Edit) bool { return e.Start < o.End && o.Start < e.End }) {
			e.New = twin.address
			edits = append(edits, e)
		}
	}
	slices.SortFunc(edits, func(a, b edit.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	for i := range edits {
		edits[i].Start -= lines.Start
		edits[i].End -= lines.Start
	}
	text, err := edit.Apply(f.Data[lines.Start:lines.End], edits)
	return string(text), err
}
