package rename

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// setLists are the lists whose items set a value of a chart by its key: those of a helm_release and of helmfile, and that of Argo CD.
var setLists = []string{"set", "set_sensitive", "setString", "parameters"}

// renameSetKey renames the annotation at the end of a key in an item {name: podAnnotations.karpenter\.sh/do-not-evict, value: "true"}, and
// returns whether it did.
func (o *Object) renameSetKey(path []any, v *model.Value) bool {
	name, value := v.Get("name"), v.Get("value")
	if !slices.Contains(setLists, lastKey(path)) || !name.IsString() || value == nil {
		return false
	}
	key, _ := scalar.Decoded(o.Res.Document, name)
	steps, ok := helm.ParseSetKey(key)
	if !ok {
		return false
	}
	n := o.Names.Annotation(lastKey(steps))
	if n == nil || n.Wider != "" && value.Text != n.Value {
		return false
	}
	parent, isLast := strings.CutSuffix(key, escaped(n.Old))
	if !isLast {
		return false
	}
	place := model.Join(path, "name")
	o.Set(place, record.Like(name, parent+escaped(n.New)))
	if n.Wider != "" {
		o.See(pages.Names).Warn(place, "%s prevents only consolidation, %s also %s; renamed: check that you want this", n.Old, n.New, n.Wider)
	}
	return true
}

// escaped returns a name as a step of a key of --set.
func escaped(name string) string { return strings.ReplaceAll(name, ".", `\.`) }
