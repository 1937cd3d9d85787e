package rename

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Annotations renames the old annotations in the map v at path. Old and new side by side become
// one, "true" if either was.
func Annotations(o *record.Object, names apis.Names, path []any, v *model.Value) {
	present := map[string]string{} // new key -> its text; entries that were renamed are in it as well
	for _, e := range v.Entries {
		for _, n := range names.Annotations {
			if e.Key.Text == n.New {
				present[n.New] = e.Value.Text
			}
		}
	}
	for _, e := range v.Entries {
		if n := names.Annotation(e.Key.Text); n != nil && e.Key.Kind == model.String {
			renameAnnotation(o, model.Join(path, n.Old), model.Join(path, n.New), n, e.Value, present)
		}
	}
}

func renameAnnotation(o *record.Object, from, to []any, n *facts.NameChange, v *model.Value, present map[string]string) {
	old, hasNew := present[n.New]
	dependsOnValue := n.Wider != "" || hasNew && old != n.Value
	switch {
	case v.Kind == model.Unknown && dependsOnValue:
		o.See(pages.Names).Decide(from, "whether %q has an effect depends on %q; write %s: %q where it is %s", n.Old, v.Text, n.New, n.Value, n.Value)
		return
	case v.Kind != model.Unknown && v.Text != n.Value && n.Wider != "":
		o.Remove(from)
		o.See(pages.Names).Info(from, "%s: %q had no effect, and on a node the mere presence of %s has one; dropped", n.Old, v.Text, n.New)
		return
	case hasNew:
		o.Remove(from)
		if v.Text == n.Value && old != n.Value {
			o.Set(to, record.Quoted(n.Value))
			present[n.New] = n.Value
		}
		o.See(pages.Names).Info(from, "both %s and %s are set; %s remains", n.Old, n.New, n.New)
	default:
		o.Rename(from, n.New)
		if v.Kind == model.Bool {
			o.Set(to, record.Quoted(v.Text))
		}
		present[n.New] = v.Text
	}
	if n.Wider != "" {
		o.See(pages.Names).Warn(from, "%s prevents only consolidation, %s also %s; renamed: check that you want this", n.Old, n.New, n.Wider)
	}
}
