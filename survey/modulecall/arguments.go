package modulecall

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// Field returns the argument with a name. If it is missing and some arguments are unknown, it returns Unknown.
func Field(arguments *model.Value, name string) *model.Value {
	v := arguments.Get(name)
	switch {
	case v != nil || arguments == nil:
		return v
	case arguments.Kind == model.Unknown:
		return &model.Value{Kind: model.Unknown, Text: arguments.Text + "." + name, Span: arguments.Span, Origin: arguments.Origin, Dash: -1}
	case arguments.Open:
		return &model.Value{Kind: model.Unknown, Text: "…." + name, Span: arguments.Span, Origin: arguments.Origin, Dash: -1}
	}
	return nil
}

// Argument returns the argument of a call at a path with dots; nil for "".
func Argument(block *terraform.Resource, path string) *model.Value {
	if path == "" {
		return nil
	}
	v := block.Value
	for _, key := range model.Keys(path) {
		name, _ := key.(string)
		v = Field(v, name)
	}
	return v
}

// IsMade returns whether all arguments are true or absent: true, false or Unknown.
func IsMade(block *terraform.Resource, arguments []string) *model.Value {
	made := model.NewBool(true)
	for _, name := range arguments {
		switch v := Argument(block, name); {
		case v.IsFalse():
			return v
		case !v.IsAbsent() && !v.IsTrue():
			made = model.NewUnknown(name).PlacedAt(v)
		}
	}
	return made
}

// Admits reports whether a constraint on the version of a module admits only some releases. Without one, Terraform takes the newest.
func Admits(constraint string, releases facts.Releases) bool {
	return constraint == "" || versions.ParseTerraform(constraint).IsWithin(versions.Of(releases))
}
