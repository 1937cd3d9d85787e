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

// profileReference returns the reference for a value of an installation: the one in its block, or the one from which the unknown
// value v was evaluated. release is the block of a helm_release as written, nil for any other installation; root is the directory
// of the root module.
func profileReference(r *survey.Resource, release *model.Value, key string, v *model.Value, root string) survey.Reference {
	ref := writtenReference(r, release, key)
	if ref != (survey.Reference{}) || v.Kind != model.Unknown {
		return ref
	}
	if v.Origin == nil || v.Origin.File == nil {
		return survey.Reference{}
	}
	if f := v.Origin.File; path.Dir(f.Path) == root { // names in the text of an unknown value belong to the root
		return referenceOf(v.Text, f)
	}
	return survey.Reference{}
}

// writtenReference returns the reference that a helm_release contains for one of its values, if it sets the value exactly once.
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
	v := written[0]
	if v.Kind != model.Unknown || v.Span.Empty() {
		return survey.Reference{}
	}
	return referenceOf(string(r.File.Data[v.Span.Start:v.Span.End]), r.File)
}

// valueTrees returns the trees in an element of a helm_release's values: the argument of yamlencode, the documents of a heredoc.
func valueTrees(f *model.File, item *model.Value) []*model.Value {
	if item.Kind == model.Unknown && len(item.Items) == 1 && strings.HasPrefix(item.Text, "yamlencode(") {
		return item.Items
	}
	body, isHeredoc := hcl.HeredocBody(f.Data, item.Span)
	if !isHeredoc {
		return nil
	}
	var trees []*model.Value
	yaml.Embedded(f, body, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			trees = append(trees, doc.Root)
		}
		return true
	})
	return trees
}

// referenceOf returns a text of a module as a reference; the zero Reference if the text is not a template, or if its names may have
// another meaning elsewhere in the module. f is a file of the module.
func referenceOf(text string, f *model.File) survey.Reference {
	template, names := templateOf(strings.TrimSpace(text))
	isReference := len(names) > 0 && !slices.ContainsFunc(names, isLocalName)
	if !isReference || path.Ext(f.Path) != ".tf" {
		return survey.Reference{}
	}
	return survey.Reference{Text: strings.Clone(template), Module: path.Dir(f.Path)}
}

// templateOf returns a one-line text as a template, with the names in it. The text may be an expression, a quoted template, or one
// in a heredoc. For any other text there are no names.
func templateOf(text string) (template string, names []string) {
	candidates := []string{"${" + text + "}", text}
	for _, quote := range []string{`"`, "'"} {
		inner, isQuoted := strings.CutPrefix(text, quote)
		inner, ends := strings.CutSuffix(inner, quote)
		if isQuoted && ends && !strings.ContainsAny(inner, "\"'") {
			candidates = []string{inner}
		}
	}
	for _, template := range candidates {
		names, err := hcl.NamesIn(template)
		if err == nil && len(names) > 0 && !strings.Contains(template, "\n") {
			return template, names
		}
	}
	return "", nil
}

// isLocalName reports whether a name may have another meaning elsewhere in the module, such as the iterator of a dynamic block. A
// name with an underscore counts as the type of a resource, which has the same meaning everywhere.
func isLocalName(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return !slices.Contains([]string{"var", "local", "module", "data"}, first) && !strings.Contains(first, "_")
}

// identity is the instance profile of nodes, and its role.
type identity struct{ profile, role survey.Reference }

// madeIdentity returns the outputs of a module for the identity that it makes; none unless it certainly makes exactly one.
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

// completeReferences adds the references to the identity that a module makes, and the role of an instance profile in the same
// module.
func completeReferences(s *survey.Settings, made identity) {
	s.AddReferences(made.profile, made.role)
	if match := ownProfile().FindStringSubmatch(s.ProfileFrom.Text); match != nil {
		s.RoleFrom = survey.Reference{Text: match[1] + ".role}", Module: s.ProfileFrom.Module}
	}
}
