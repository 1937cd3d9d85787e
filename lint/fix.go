package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// fix turns what a rule wants into edits; nil where they cannot be made safely. A fix that would
// lose a comment is unsafe.
func (s *subject) fix(report *fixReport) *Fix {
	edits, err := s.edits(report.Ops)
	if err != nil || len(edits) == 0 {
		return nil
	}
	fix := &Fix{Title: report.Title, Safety: report.Safety}
	if !s.internal {
		if losesComment(s.page.comments(), edits) {
			fix.Safety = Unsafe
		}
		fix.containers = s.containers(report.Ops)
	}
	for _, e := range edits {
		span := model.Span{Start: e.Start, End: e.End}
		fix.Edits = append(fix.Edits, FileEdit{Location: location(s.run.file, span), New: e.New})
	}
	return fix
}

func (s *subject) edits(ops []edit.Op) ([]edit.Edit, error) {
	if !s.internal {
		absolute := slices.Clone(ops)
		for i := range absolute {
			absolute[i].Path = slices.Concat(s.resource.Path, ops[i].Path)
			if ops[i].Do == edit.Move {
				absolute[i].To = slices.Concat(s.resource.Path, ops[i].To)
			}
			if keyTwice(s.resource.Document, absolute[i].Path) {
				return nil, errors.New("the key stands twice, and only one of them counts")
			}
			if absolute[i].Do == edit.Delete && hasBranches(s.resource.Document, absolute[i].Path) {
				return nil, errors.New("a template may render only some of the entries")
			}
		}
		return s.page.plan(absolute)
	}
	if s.remove == nil || len(ops) != 1 || ops[0].Do != edit.Delete {
		return nil, errors.New("only one delete is possible here")
	}
	return s.remove(ops[0].Path)
}

// keyTwice says whether the path's last step is a key that stands twice in its map: a fix of one would let the
// other count.
func keyTwice(doc *model.Document, path []any) bool {
	if len(path) == 0 {
		return false
	}
	holder := doc.Root.Get(path[:len(path)-1]...)
	key, _ := path[len(path)-1].(string)
	e := holder.Entry(key)
	return e != nil && standsTwice(holder, e)
}

// hasBranches says whether template lines stand between the entries of the map, or the items of the
// list, that holds path: {{ else }} may part two keys that a rule saw side by side, and what is
// deleted in one branch would be missing there.
func hasBranches(doc *model.Document, path []any) bool {
	if len(path) == 0 {
		return false
	}
	container := doc.Root.Get(path[:len(path)-1]...)
	if container == nil {
		return false
	}
	return slices.ContainsFunc(doc.Templates, func(t model.Span) bool {
		return container.Span.Contains(t) && !slices.ContainsFunc(children(container), func(c model.Span) bool {
			return c.Contains(t)
		})
	})
}

// children returns the spans of a collection's entries, from key through value, or items.
func children(v *model.Value) []model.Span {
	var spans []model.Span
	for _, e := range v.Entries {
		spans = append(spans, model.Span{Start: e.Key.Span.Start, End: max(e.Key.Span.End, e.Value.Span.End)})
	}
	for _, item := range v.Items {
		spans = append(spans, item.Span)
	}
	return spans
}

// losesComment says whether a comment that the edits touch is not in what they write.
func losesComment(comments []yaml.Comment, edits []edit.Edit) bool {
	var written strings.Builder
	for _, e := range edits {
		written.WriteString(e.New + "\n")
	}
	for _, c := range comments {
		touched := slices.ContainsFunc(edits, func(e edit.Edit) bool {
			return e.Start < c.Span.End && c.Span.Start < e.End
		})
		if touched && !strings.Contains(written.String(), c.Text) {
			return true
		}
	}
	return false
}

// containers names the maps and lists in which the ops change what there is, and not only a key
// or a value: two fixes that do so in the same one must not be made at once, because each was
// planned without the other.
func (s *subject) containers(ops []edit.Op) []string {
	var names []string
	add := func(path []any) {
		names = append(names, fmt.Sprintf("%d:%s", s.page.number, pathText(slices.Concat(s.resource.Path, path))))
	}
	for _, op := range ops {
		if op.Do == edit.Insert {
			add(op.Path)
		} else if len(op.Path) > 0 {
			add(op.Path[:len(op.Path)-1])
		}
		if op.Do == edit.Move && len(op.To) > 0 {
			add(op.To[:len(op.To)-1])
		}
	}
	return names
}
