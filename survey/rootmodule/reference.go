package rootmodule

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

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

// referenceOf returns the expression that a value in a file consists of, or none.
func referenceOf(v *model.Value, f *model.File) survey.Reference {
	if v.Kind != model.Unknown || path.Ext(f.Path) != ".tf" || strings.Contains(v.Text, "\n") {
		return survey.Reference{}
	}
	text := v.Text
	if !strings.Contains(text, "${") {
		text = "${" + text + "}"
	}
	names, err := hcl.NamesIn(text)
	if err != nil || len(names) == 0 || slices.ContainsFunc(names, isLocalName) {
		return survey.Reference{}
	}
	return survey.Reference{Text: strings.Clone(text), Module: path.Dir(f.Path)}
}

// isLocalName reports whether a name may mean something else elsewhere in the module, such as the iterator of a dynamic block. The type of a
// resource contains an underscore.
func isLocalName(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return !slices.Contains([]string{"var", "local", "module", "data"}, first) && !strings.Contains(first, "_")
}

// identity is the instance profile that nodes get, and its role.
type identity struct{ profile, role survey.Reference }

// madeIdentity returns the outputs of what a module makes for nodes; none for what it may not make.
func madeIdentity(block *terraform.Resource, made facts.ModuleIdentity) identity {
	several := slices.ContainsFunc(block.Body.Attributes, func(a *hcl.Attribute) bool { return a.Name == "count" || a.Name == "for_each" })
	settings := block.Value.Get(made.Settings)
	isKnown := settings.IsAbsent() || settings.IsMap() && !settings.Open
	if made.Settings == "" || several || !isKnown {
		return identity{}
	}
	output := func(o facts.ModuleOutput) survey.Reference {
		if created := settings.Get(o.Unless); created.IsUnknown() || created.IsFalse() {
			return survey.Reference{}
		}
		return survey.Reference{Text: "${module." + block.Labels[0] + "." + o.Output + "}", Module: path.Dir(block.File.Path)}
	}
	return identity{output(made.Profile), output(made.Role)}
}

// ownProfile matches a reference to the name of an instance profile in the same module.
var ownProfile = pattern.New(`^(\$\{aws_iam_instance_profile\.[\w-]+(?:\[\d+\])?)\.(?:name|id)\}$`)

// completeReferences adds the references that follow from others, and those of what a module makes.
func completeReferences(s *survey.Settings, made identity) {
	s.AddReferences(made.profile, made.role)
	if match := ownProfile().FindStringSubmatch(s.ProfileFrom.Text); match != nil {
		s.RoleFrom = survey.Reference{Text: match[1] + ".role}", Module: s.ProfileFrom.Module}
	}
}
