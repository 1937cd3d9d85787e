package planning

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// AddDocuments returns the edits that add documents with these texts behind doc, in order, together with the edits of doc itself,
// which are given (those of Plan): all of them, sorted. A text may begin with a marker and end with "...", which give way to the
// form of the file; lines above a marker are left out. It returns an error if doc is not a document of a YAML file, if a template
// block begins or ends after it so that nothing can be added, or if the result would not read as the old document and the new
// ones, with all comments.
func AddDocuments(doc *model.Document, docEdits []edit.Edit, texts []string) ([]edit.Edit, error) {
	isYAMLFile := !filetype.IsHCL(doc.File.Path) && path.Ext(doc.File.Path) != ".json"
	if doc.Root == nil || doc.Syntax != model.YAML || !isYAMLFile {
		return nil, edit.RefuseWith("add it by hand", "%s cannot contain another YAML document", doc.File.Path)
	}
	a := &adder{doc: doc, data: doc.File.Data, docEdits: docEdits, newline: layout.New(doc).Newline}
	a.end = a.place()
	for _, text := range texts {
		a.texts = append(a.texts, trimDocument(text))
	}
	for _, e := range docEdits {
		if e.End > a.end {
			return nil, edit.RefuseWith("add it by hand", "the template at the end of the document is in the way of another one")
		}
	}
	var failed error
	for _, blank := range a.blankLines() {
		for _, final := range []bool{false, true} { // a block scalar may need the newline at its end
			edits, err := a.edits(blank, final)
			if err == nil {
				err = a.verify(edits)
			}
			if err == nil {
				return edits, nil
			}
			if failed == nil {
				failed = err
			}
			if a.endsLine() || a.end < len(a.data) {
				break
			}
		}
	}
	return nil, failed
}

// adder adds documents after another one.
type adder struct {
	doc      *model.Document
	data     []byte
	docEdits []edit.Edit
	texts    []string
	newline  string
	end      int // where they are added
}

// place returns the end of the document, or that of its content, with the blocks in it, where a template block that is around it ends or begins
// another branch behind it, or one begins there that has its end elsewhere.
func (a *adder) place() int {
	root := a.doc.Root
	end, depth, open := root.Span.End, 0, 0
	for _, t := range a.doc.Templates {
		control := gotmpl.Read(a.doc.Text(t))
		change, divides := control.Depth(), control.Divides()
		switch {
		case t.Start < root.Span.Start:
			depth += change
			open = depth
			continue
		case t.Start < root.Span.End:
			depth += change
			continue
		case depth+change < open, divides && depth == open:
			return a.lineEnd(end)
		}
		if depth += change; depth == open {
			end = t.End
		}
	}
	if depth != open {
		return a.lineEnd(end)
	}
	return a.doc.Span.End
}

// lineEnd returns the end of the line that contains the byte before an offset.
func (a *adder) lineEnd(end int) int {
	return layout.New(a.doc).LineEnd(max(end-1, a.doc.Root.Span.Start))
}

// endsLine reports whether the bytes before the place end with a newline.
func (a *adder) endsLine() bool { return a.end > 0 && a.data[a.end-1] == '\n' }

// blankLines returns the variants to try: with a blank line before each marker, if the file has them,
// and without.
func (a *adder) blankLines() []bool {
	head := a.data[:a.doc.Span.Start]
	text := a.data[a.doc.Span.Start:a.doc.Span.End]
	blankAbove := bytes.HasPrefix(text, []byte("---")) && endsBlank(head)
	blankBehind := a.end < len(a.data) && endsBlank(text)
	if blankAbove || blankBehind {
		return []bool{true, false}
	}
	return []bool{false}
}

// endsBlank reports whether a text, which may be a whole file, ends with an empty line.
func endsBlank(text []byte) bool {
	for range 2 {
		var ends bool
		if text, ends = bytes.CutSuffix(bytes.TrimRight(text, "\r"), []byte("\n")); !ends {
			return false
		}
	}
	return true
}

// edits returns all edits. If final is true, it adds the newline that is missing at the end of the
// file.
func (a *adder) edits(blank, final bool) ([]edit.Edit, error) {
	var b strings.Builder
	docEdits := a.docEdits
	isBlank := a.endsLine() && endsBlank(a.data[:a.end])
	if !a.endsLine() {
		var err error
		if docEdits, err = a.chomped(); err != nil {
			return nil, err
		}
		b.WriteString(a.newline)
	}
	dots := endsWithDots(a.data[a.doc.Span.Start:a.end])
	for _, text := range a.texts {
		if blank && !isBlank {
			b.WriteString(a.newline)
		}
		isBlank = false
		if !strings.HasPrefix(text, "---") {
			b.WriteString("---" + a.newline)
		}
		b.WriteString(withNewline(text, a.newline))
		if dots {
			b.WriteString("..." + a.newline)
		}
	}
	added := b.String()
	switch {
	case a.end < len(a.data):
		if blank && endsBlank(a.data[:a.end]) {
			added += a.newline
		}
	case !final && !a.endsLine():
		added = strings.TrimSuffix(added, a.newline)
	}
	edits := slices.Clone(docEdits)
	if n := len(edits) - 1; n >= 0 && edits[n].End == a.end {
		edits[n].New += added
		return edits, nil
	}
	return append(edits, edit.Edit{Start: a.end, End: a.end, New: added}), nil
}

// chomped returns the document's own edits and one that keeps the text of a block scalar that ends the file without a newline, now
// that it gets one.
func (a *adder) chomped() ([]edit.Edit, error) {
	start := a.doc.Span.Start
	text, err := edit.Apply(a.data[start:a.doc.Span.End], edit.Shift(a.docEdits, -start))
	if err != nil {
		return nil, err
	}
	offset, size, isClipped := clipped(string(text))
	if !isClipped {
		return a.docEdits, nil
	}
	shift := start // from an offset in text to one in the file
	for i, e := range a.docEdits {
		from := e.Start - shift
		if offset < from {
			break
		}
		if offset < from+len(e.New) {
			edits := slices.Clone(a.docEdits)
			edits[i].New = e.New[:offset-from] + "-" + e.New[offset-from+size:]
			return edits, nil
		}
		shift += e.End - e.Start - len(e.New)
	}
	edits := append(slices.Clone(a.docEdits), edit.Edit{Start: offset + shift, End: offset + shift + size, New: "-"})
	slices.SortStableFunc(edits, func(x, y edit.Edit) int { return x.Start - y.Start })
	return edits, nil
}

// clipped finds the place in the header of a block scalar at the end of text, which has no newline there, that needs a "-" once
// one is added; size is 1 if there is a "+".
func clipped(text string) (offset, size int, ok bool) {
	doc, err := layout.ReadDocument(model.NewFile("end.yaml", []byte(text)))
	if err != nil || doc.Root == nil || doc.Syntax != model.YAML {
		return 0, 0, false
	}
	v := layout.DeepestLast(doc.Root)
	if !layout.IsBlockScalar(v) || v.Span.End != len(text) || v.Span.Empty() {
		return 0, 0, false
	}
	offset = v.Span.Start + 1
	for ; offset < len(text); offset++ {
		switch c := text[offset]; {
		case c == '-':
			return 0, 0, false
		case c == '+':
			return offset, 1, true
		case c < '1' || c > '9':
			return offset, 0, strings.Contains(text[offset:], "\n")
		}
	}
	return 0, 0, false // an empty scalar needs no indicator
}

// withNewline adds a newline to a text that has none at its end, without changing the meaning of
// the text.
func withNewline(text, newline string) string {
	if strings.HasSuffix(text, "\n") {
		return text
	}
	if offset, size, isClipped := clipped(text); isClipped {
		text = text[:offset] + "-" + text[offset+size:]
	}
	return text + newline
}

// trimDocument cuts the lines above the content of a document and the marker behind it. A marker with content on its line stays.
func trimDocument(text string) string {
	for offset := 0; offset < len(text); {
		line, _, _ := strings.Cut(text[offset:], "\n")
		end := min(offset+len(line)+1, len(text))
		switch trimmed := strings.TrimSpace(strings.TrimPrefix(line, "\uFEFF")); {
		case trimmed == "---":
			text, offset = text[end:], len(text)
		case strings.HasPrefix(trimmed, "---"):
			text, offset = text[offset:], len(text)
		case trimmed == "", trimmed[0] == '#', trimmed[0] == '%':
			offset = end
		default:
			offset = len(text)
		}
	}
	if endsWithDots([]byte(text)) {
		text = text[:strings.LastIndex(text, "...")]
	}
	return text
}

// endsWithDots reports whether the last line that is not blank is the marker "...".
func endsWithDots(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n")
	return bytes.Equal(text, []byte("...")) || bytes.HasSuffix(text, []byte("\n..."))
}

// verify reads the part of the file that contained the document, and compares it with the expected
// documents.
func (a *adder) verify(edits []edit.Edit) error {
	span := a.doc.Span
	text, err := edit.Apply(a.data[span.Start:span.End], edit.Shift(edits, -span.Start))
	if err != nil {
		return err
	}
	following := a.data[span.End:]
	goesOn := len(following) > 0 && !bytes.HasPrefix(following, []byte("---")) && !bytes.HasPrefix(following, []byte("{{"))
	if goesOn && !endsWithDots(text) {
		return edit.RefuseWith("add it by hand", "what follows the document would become a part of the new one")
	}
	docText, err := edit.Apply(a.data[span.Start:span.End], edit.Shift(a.docEdits, -span.Start))
	if err != nil {
		return err
	}
	var want []*model.Document
	for _, text := range append([]string{string(docText)}, a.texts...) {
		doc, err := layout.ReadDocument(model.NewFile(a.doc.File.Path, []byte(text)))
		if err != nil {
			return err
		}
		want = append(want, doc)
	}
	if err := templates.VerifyBehind(a.doc, want[1:]); err != nil {
		return err
	}
	file := model.NewFile(a.doc.File.Path, text)
	got, err := layout.ReadAll(func(yield func(*model.Document, *yaml.ParseError) bool) { yaml.Documents(file, yield) })
	if err != nil {
		return err
	}
	if len(got) != len(want) {
		return edit.RefuseWith("add them by hand", "the file would have %d documents instead of %d", len(got), len(want))
	}
	comments := map[string]int{}
	for i := range got {
		if !model.Equal(got[i].Root, want[i].Root) {
			return edit.RefuseWith("add them by hand", "the added documents would not read back as intended")
		}
		for text, n := range draft.CountComments(yaml.Comments(got[i])) {
			comments[text] += n
		}
	}
	for _, doc := range want {
		counts := draft.CountComments(yaml.Comments(doc))
		for _, text := range slices.Sorted(maps.Keys(counts)) {
			if comments[text] -= counts[text]; comments[text] < 0 {
				return edit.Refuse("the change would lose the comment %q", "# "+text)
			}
		}
	}
	return nil
}
