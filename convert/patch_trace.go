package convert

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// trace says where a conversion puts the parts of an object.
type trace struct {
	object *model.Value            // of which each part has a place of its own
	places map[model.Span][]string // of the parts, in the converted object; nil for what stands there more than once
}

// image returns the place that the part of a state has in the converted object.
func (p *jsonPatching) image(state int, at []string) ([]string, bool) {
	if p.traces[state] == nil {
		p.traces[state] = p.of.trace(p.patchUse, p.states[state])
	}
	return p.traces[state].image(at)
}

func (t *trace) image(at []string) ([]string, bool) {
	path, ok := kustomize.PathIn(t.object, at)
	if !ok {
		return nil, false
	}
	place, ok := t.places[t.object.Get(path...).Span]
	return place, ok && (place != nil || len(at) == 0)
}

// trace converts an object that kustomize builds of u.base, and looks where its parts go.
func (o *object) trace(u patchUse, v *model.Value) *trace {
	var text []byte
	object := v.Copy(func(part *model.Value) {
		start := len(text)
		text = append(append(text, part.Text...), ' ')
		part.Span = model.Span{Start: start, End: start + max(1, len(part.Text))}
	})
	t := &trace{object: object, places: map[model.Span][]string{}}
	doc := &model.Document{File: model.NewFile("object.yaml", text), Root: object}
	t.note(nil, o.whole(u, doc, object).res.Value)
	return t
}

func (t *trace) note(path []string, v *model.Value) {
	if !v.Span.Empty() {
		if _, twice := t.places[v.Span]; twice {
			path = nil
		}
		t.places[v.Span] = slices.Clone(path)
	}
	for step, part := range v.Children() {
		t.note(append(slices.Clone(path), fmt.Sprint(step)), part)
	}
}
