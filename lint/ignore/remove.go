package ignore

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// idAt returns the index in ids to which a path refers, -1 for the empty path.
func idAt(path []any, s *Suppression) (int, error) {
	if len(path) == 0 {
		return -1, nil
	}
	if len(path) == 2 && path[0] == "ids" {
		if i, ok := path[1].(int); ok && i >= 0 && i < len(s.ids) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("a suppression has nothing to delete at %v", path)
}

// edits returns the edits that delete the i-th rule in a comment, or the comment itself if i is negative.
func (s *Suppression) edits(i int) []edit.Edit {
	span := s.Span
	switch {
	case i < 0:
		span = commentWithBlanks(s.File, s.Span)
	case i > 0:
		span = model.Span{Start: s.ids[i-1].span.End, End: s.ids[i].span.End}
	case len(s.ids) > 1:
		span = model.Span{Start: s.ids[0].span.Start, End: s.ids[1].span.Start}
	}
	return []edit.Edit{{Start: span.Start, End: span.End}}
}

// commentWithBlanks extends the span of a comment by the blanks before it. If the comment is the
// only content of its line, it returns the whole line with the newline.
func commentWithBlanks(f *model.File, span model.Span) model.Span {
	line := f.LineSpan(f.Position(span.Start).Line)
	prefix := bytes.TrimRight(f.Data[line.Start:span.Start], " \t")
	span.Start, span.End = line.Start+len(prefix), line.End
	if len(prefix) > 0 {
		return span
	}
	if i := bytes.IndexByte(f.Data[line.End:], '\n'); i >= 0 {
		span.End = line.End + i + 1
	}
	return span
}

// opOnAnnotation returns the op that deletes the annotation, or the i-th rule in it.
func (s *Suppression) opOnAnnotation(i int) edit.Op {
	if i < 0 {
		return edit.Op{Do: edit.Delete, Path: AnnotationPath}
	}
	var texts []string
	for position, id := range s.ids {
		if position != i {
			texts = append(texts, id.text)
		}
	}
	return edit.Op{Do: edit.Set, Path: AnnotationPath, Value: model.NewString(strings.Join(append(texts, s.reason), " "))}
}

// Removal is the fix that removes the suppression, or one rule that it names: an unplanned one in an annotation. Both are nil if that cannot be done.
// The report deletes the value at a path in the suppression's input: the empty path, or ["ids", 1].
func (s *Suppression) Removal(report *rule.FixReport) (*fixes.Fix, *fixes.Unplanned, error) {
	if len(report.Ops) != 1 || report.Ops[0].Do != edit.Delete {
		return nil, nil, nil
	}
	i, err := idAt(report.Ops[0].Path, s)
	switch {
	case err != nil:
		return nil, nil, nil
	case s.annotated == nil:
		return &fixes.Fix{Title: report.Title, Safety: report.Safety, Edits: fixes.FileEdits(s.File, s.edits(i))}, nil, nil
	}
	inObject := *report
	inObject.Ops = []rule.OpReport{{Op: s.opOnAnnotation(i)}}
	unplanned, err := fixes.NewUnplanned(&inObject, "", func(string) (place.View, error) { return s.annotated, nil })
	return nil, unplanned, err
}
