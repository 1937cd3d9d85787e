package rootmodule

import (
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
)

// reference matches an expression that has the same value anywhere in a module. Variables of a loop, each, count, self and path
// have not. The type of a resource contains an underscore.
var reference = pattern.New(`^(?:\$\{)?((?:var|local|module|data|[a-z]+_\w+)(?:\.[A-Za-z_][\w-]*|\[\d+\])+)\}?$`)

// profileReference returns the reference that gives a value of an installation: the one in its block, or the one that the
// value came from. release is the block of a helm_release as it is written, nil for any other installation.
func profileReference(r *survey.Resource, release *model.Value, key string, v *model.Value) survey.Reference {
	if ref := writtenReference(r, release, key); ref != (survey.Reference{}) || v.Origin == nil || v.Origin.File == nil {
		return ref
	}
	return referenceOf(v, v.Origin.File)
}

// writtenReference returns the reference that a helm_release writes for one of its values, if it writes the value once.
func writtenReference(r *survey.Resource, release *model.Value, key string) survey.Reference {
	var written []*model.Value
	for _, entry := range release.List("set") {
		if entry.Str("name") == key {
			written = append(written, entry.Get("value"))
		}
	}
	for _, item := range release.List("values") {
		for _, tree := range valueTrees(r.File, item) {
			if v := tree.Get(model.Keys(key)...); v != nil {
				written = append(written, v)
			}
		}
	}
	if len(written) != 1 || written[0] == nil {
		return survey.Reference{}
	}
	return referenceOf(written[0], r.File)
}

// valueTrees returns the trees in an element of the values of a helm_release: the argument of yamlencode, the documents of a heredoc.
func valueTrees(f *model.File, item *model.Value) []*model.Value {
	if item.Kind == model.Unknown && len(item.Items) == 1 && strings.HasPrefix(item.Text, "yamlencode(") {
		return item.Items
	}
	body, isHeredoc := hcl.HeredocBody(f.Data, item.Span)
	if !isHeredoc {
		return nil
	}
	var all []*model.Value
	yaml.Embedded(f, body, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			all = append(all, doc.Root)
		}
		return true
	})
	return all
}

// referenceOf returns the reference that a value in a file consists of, or none.
func referenceOf(v *model.Value, f *model.File) survey.Reference {
	if v.Kind != model.Unknown || path.Ext(f.Path) != ".tf" {
		return survey.Reference{}
	}
	match := reference().FindStringSubmatch(v.Text)
	if match == nil {
		return survey.Reference{}
	}
	return survey.Reference{Text: strings.Clone(match[1]), Module: path.Dir(f.Path)}
}
