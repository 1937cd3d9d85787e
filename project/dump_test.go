package project_test

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/project/iam"
	"github.com/karplint/karplint/survey"
)

// show writes a value in one line. "…" marks an open collection, ‹› encloses an unknown value.
func show(v *model.Value) string {
	if v == nil {
		return "nil"
	}
	var parts []string
	switch v.Kind {
	case model.Null:
		return "null"
	case model.String:
		return strconv.Quote(v.Text)
	case model.Unknown:
		return "‹" + v.Text + "›"
	case model.List:
		for _, item := range v.Items {
			parts = append(parts, show(item))
		}
		if v.Open {
			parts = append(parts, "…")
		}
		return "[" + strings.Join(parts, " ") + "]"
	case model.Map:
		for _, e := range v.Entries {
			parts = append(parts, show(e.Key)+": "+show(e.Value))
		}
		if v.Open {
			parts = append(parts, "…")
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.Text
}

// dumper writes resources in a readable form: each key with its value and the place of the value.
type dumper struct {
	b     strings.Builder
	files map[string]*model.File // by path, because a resource may have only the path of its file
}

func (d *dumper) project(p *project.Project) {
	if p.Terraform {
		fmt.Fprintf(&d.b, "project %s (Terraform), target %s", p.Root, p.Target)
	} else {
		fmt.Fprintf(&d.b, "project %s, target %s", p.Root, p.Target)
	}
	if p.Target.From != "" {
		fmt.Fprintf(&d.b, ", from %s", p.Target.From)
	}
	d.b.WriteString("\n")
	for _, r := range p.Resources {
		d.resource(r)
	}
	for _, c := range iam.Controllers(p) {
		fmt.Fprintf(&d.b, "\ncontroller  %s  %v\n", c.Address, c.Place)
		if !c.Known {
			d.b.WriteString("  lacks what is not known\n")
		}
		for _, arn := range c.Passes.ARNs {
			fmt.Fprintf(&d.b, "  passes %s\n", arn.Text)
		}
		if c.Passes.More {
			d.b.WriteString("  passes what is not known\n")
		}
		for _, lack := range c.Lacks {
			fmt.Fprintf(&d.b, "  lacks %s: %q%v%s%s\n", lack.Permission, lack.Actions, lack.Place, part(" input ", lack.Input), part(" since ", lack.Since))
		}
	}
}

// part returns a text with its name in front, "" for no text.
func part(name, text string) string {
	if text == "" {
		return ""
	}
	return name + text
}

func (d *dumper) resource(r *survey.Resource) {
	fmt.Fprintf(&d.b, "\n%s  %s", r.Kind, r.Address)
	if r.Block != "" && r.Block != r.Address {
		fmt.Fprintf(&d.b, "  node %s", r.Block)
	}
	fmt.Fprintf(&d.b, "  %s\n", d.at(r.Value, r))
	for _, e := range r.Value.Entries {
		d.entry("  ", e, r)
	}
	keys := make([]string, 0, len(r.Real))
	for key := range r.Real {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if path.Ext(key) == "" && r.Value.Get(key) == nil {
			fmt.Fprintf(&d.b, "  (%s would be %s)\n", key, steps(r.Real[key]))
		}
	}
	if o := r.Object; o != nil {
		fmt.Fprintf(&d.b, "  object %s at %s\n", o.Address(), steps(o.Path))
	}
}

func (d *dumper) entry(indent string, e *model.Entry, r *survey.Resource) {
	v := e.Value
	if (v.Kind == model.Map || v.Kind == model.List) && len(v.Items)+len(v.Entries) > 0 {
		open := ""
		if v.Open {
			open = " …"
		}
		fmt.Fprintf(&d.b, "%s%s:%s%s\n", indent, e.Key.Text, open, d.placement(v, r))
		for _, inner := range v.Entries {
			d.entry(indent+"  ", inner, r)
		}
		for i, item := range v.Items {
			d.entry(indent+"  ", &model.Entry{Key: model.NewString("- " + strconv.Itoa(i)), Value: item}, r)
		}
		return
	}
	fmt.Fprintf(&d.b, "%s%s: %s%s\n", indent, e.Key.Text, show(v), d.placement(v, r))
}

func (d *dumper) placement(v *model.Value, r *survey.Resource) string {
	if at := d.at(v, r); at != "" {
		return "  @" + at
	}
	return ""
}

// at writes file:line:column of a value. "=" behind it marks a computed value, "*" one that other expressions read too.
func (d *dumper) at(v *model.Value, r *survey.Resource) string {
	f, marks := r.File, ""
	if v.Origin != nil {
		f = v.Origin.File
		if v.Origin.Computed {
			marks += "="
		}
		if v.Origin.Shared {
			marks += "*"
		}
	}
	if f == nil || v.Span.Empty() && v.Props().Empty() {
		return ""
	}
	start := v.Span.Start
	if !v.Props().Empty() {
		start = v.Props().Start
	}
	if len(f.Data) == 0 {
		f = d.files[f.Path]
	}
	if f == nil {
		return "?"
	}
	p := f.Position(start)
	return fmt.Sprintf("%s:%d:%d%s", f.Path, p.Line, p.Column, marks)
}

func steps(path []any) string {
	var parts []string
	for _, s := range path {
		parts = append(parts, fmt.Sprint(s))
	}
	return strings.Join(parts, "/")
}
