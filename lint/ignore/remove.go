package ignore

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/lint/fixes"
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

// remove returns the edits that delete the value at a path in the suppression's input: all of it
// (the empty path), or one rule that it names (["ids", 1]).
func (s *Suppression) remove(path []any) ([]edit.Edit, error) {
	i, err := idAt(path, s)
	switch {
	case err != nil:
		return nil, err
	case s.annotated != nil:
		return s.removeAnnotation(i)
	}
	span := s.Span
	switch {
	case i < 0:
		span = commentWithBlanks(s.File, s.Span)
	case i > 0:
		span = model.Span{Start: s.ids[i-1].span.End, End: s.ids[i].span.End}
	case len(s.ids) > 1:
		span = model.Span{Start: s.ids[0].span.Start, End: s.ids[1].span.Start}
	}
	return []edit.Edit{{Start: span.Start, End: span.End}}, nil
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

// removeAnnotation returns the edits that delete the annotation, or the i-th rule in it.
func (s *Suppression) removeAnnotation(i int) ([]edit.Edit, error) {
	anchor, err := s.annotated.Anchor(AnnotationPath, i < 0)
	if err != nil {
		return nil, err
	}
	op := edit.Op{Do: edit.Delete, Path: anchor.Path}
	if i >= 0 {
		var texts []string
		for position, id := range s.ids {
			if position != i {
				texts = append(texts, id.text)
			}
		}
		op.Do = edit.Set
		op.Value = model.NewString(strings.Join(append(texts, s.reason), " "))
	}
	return planning.Plan(planning.Target{Doc: anchor.Page.Doc}, []edit.Op{op})
}

// Removal is the fix that removes a suppression, nil if that cannot be done.
func (s *Suppression) Removal(report *rule.FixReport) *fixes.Fix {
	if len(report.Ops) != 1 || report.Ops[0].Do != edit.Delete {
		return nil
	}
	edits, err := s.remove(report.Ops[0].Path)
	if err != nil {
		return nil
	}
	return &fixes.Fix{Title: report.Title, Safety: report.Safety, Edits: fixes.FileEdits(s.File, edits)}
}
