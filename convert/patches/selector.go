package patches

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// renameSelector makes a selector select the successors of its objects, and no other object in the kustomization.
func (c *Conversion) renameSelector(o *record.Object, place []any, k *Kustomization, objects []built) {
	old, refused := kustomize.ReadSelector(o.Get(place...))
	if refused != "" || len(objects) == 0 {
		return
	}
	now, newParts := old, map[string]string{}
	for _, key := range []string{"version", "kind"} {
		v := o.Get(model.Join(place, key)...)
		if v == nil || v.Text == "" || c.selectsSuccessors(key, v.Text, objects) {
			continue
		}
		text := c.renamedPart(key, v.Text)
		if !c.selectsSuccessors(key, text, objects) {
			text = c.successorPart(key, objects)
		}
		if text == "" {
			o.See(pages.Pool).Decide(model.Join(place, key), "the target %q does not select the successors of its objects; change it by hand", v.Text)
			return
		}
		newParts[key], now = text, now.With(key, text)
	}
	selectsMore := c.selectsOthers(old, now, k, objects)
	if len(newParts) == 0 && !selectsMore {
		return
	}
	for _, key := range []string{"version", "kind"} {
		if text := newParts[key]; text != "" {
			o.Set(model.Join(place, key), record.Like(o.Get(model.Join(place, key)...), text))
		}
	}
	if !selectsMore {
		return
	}
	kind := c.successorPart("kind", objects)
	if kind == "" || old.Has("kind") {
		o.See(pages.Pool).Decide(place, "the target cannot select only the successors of its objects; write a patch for each kind")
		return
	}
	o.Set(model.Join(place, "kind"), model.NewString(kind))
	o.See(pages.Pool).Warn(place, "the target has no kind, and would also select other objects; kind %s is added", kind)
}

// selectsSuccessors reports whether one part of a selector selects the successors of all objects.
func (c *Conversion) selectsSuccessors(key, part string, objects []built) bool {
	expression, err := kustomize.WholeText(part)
	return err == nil && !slices.ContainsFunc(objects, func(b built) bool { return !expression.MatchString(partOf(key, c.successor(b))) })
}

// renamedPart returns a part of a selector with old words replaced by new ones.
func (c *Conversion) renamedPart(key, text string) string {
	var parts []string
	for _, part := range strings.Split(text, "|") {
		for _, k := range c.Kinds {
			if k.To.Kind != "" {
				word := regexp.MustCompile(`\b` + regexp.QuoteMeta(partOf(key, k.From)) + `\b`)
				part = word.ReplaceAllLiteralString(part, partOf(key, k.To))
			}
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "|")
}

// successorPart returns the value of this part that all successors share, or "".
func (c *Conversion) successorPart(key string, objects []built) string {
	text := partOf(key, c.successor(objects[0]))
	if slices.ContainsFunc(objects, func(b built) bool { return partOf(key, c.successor(b)) != text }) {
		return ""
	}
	return text
}

func partOf(key string, k facts.APIKind) string {
	if key == "version" {
		return path.Base(k.APIVersion)
	}
	return k.Kind
}

// successor returns the kind that an object becomes.
func (c *Conversion) successor(b built) facts.APIKind {
	steps := c.Steps(b.Res)
	return steps[len(steps)-1].To
}

// selectsOthers reports whether a renamed selector selects more than the successors of its objects: another object of the
// kustomization, or any kind of the same version.
func (c *Conversion) selectsOthers(old, now *kustomize.Selector, k *Kustomization, objects []built) bool {
	for _, b := range k.builds {
		to := c.successor(b)
		if now.MayMatchKind(to.APIVersion, to.Kind) && now.Names(&b.Object) && !old.Identifies(&b.Object) {
			return true
		}
	}
	return slices.ContainsFunc(objects, func(b built) bool {
		anyOf := "any/" + path.Base(c.successor(b).APIVersion)
		return now.MayMatchKind(anyOf, "Any") && !old.MayMatchKind(anyOf, "Any")
	})
}

// renameMarks renames old labels and annotations in a selector of objects that are not Karpenter's.
func (c *Conversion) renameMarks(o *record.Object, place []any) {
	renameMark(o, model.Join(place, "labelSelector"), c.renamedLabel)
	renameMark(o, model.Join(place, "annotationSelector"), c.Names.NewAnnotation)
}

func renameMark(o *record.Object, place []any, renamed func(string) string) {
	v := o.Get(place...)
	if !v.IsString() {
		return
	}
	o.Claim(place)
	text := markName().ReplaceAllStringFunc(v.Text, func(name string) string { return cmp.Or(renamed(name), name) })
	if text != v.Text {
		o.Set(place, record.Like(v, text))
	}
}

var markName = pattern.New(`[A-Za-z0-9./_-]+`)

// renamedLabel returns the new name of a label, or "" if its name stays.
func (c *Conversion) renamedLabel(name string) string {
	if c.BothServed() {
		return ""
	}
	return c.Names.NewLabel(name)
}
