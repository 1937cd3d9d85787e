package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// field is a field of an object of Karpenter.
type field struct {
	apiVersion, kind string
	path             []string
	target           versions.Target
	release          schema.Release // of the target, or the newest that serves the kind
	isInstalled      bool           // the release is one of the target
	node             *schema.Node   // in the release; nil if that has no such field
	since, until     *schema.Release
}

// fieldAt returns what the schemas say of a path below an object; nil if no release has such a field.
func fieldAt(apiVersion, kind string, path []string, target versions.Target) *field {
	k := schema.Lookup(apiVersion, kind)
	if k == nil || len(path) == 0 {
		return nil
	}
	f := &field{apiVersion: apiVersion, kind: kind, path: path, target: target}
	served := servedFor(k, target)
	f.release, f.node = served.Release, nodeAt(k.Schemas[served.Schema], path)
	f.isInstalled = target.IsKnown() && target.Contains(served.Release.String())
	has := make([]bool, len(k.Schemas))
	for i, root := range k.Schemas {
		has[i] = nodeAt(root, path) != nil
	}
	for i := len(k.Served) - 1; i >= 0; i-- { // the last releases with the field, without a gap
		s := k.Served[i]
		switch {
		case !has[s.Schema] && f.until != nil:
			return f
		case has[s.Schema] && f.until == nil:
			f.until, f.since = &s.Release, &s.Release
		case has[s.Schema]:
			f.since = &s.Release
		}
	}
	if f.until == nil {
		return nil
	}
	return f
}

// servedFor returns the newest release of a target that serves a kind, else the newest of all that do.
func servedFor(k *schema.Kind, target versions.Target) schema.Served {
	for _, s := range slices.Backward(k.Served) {
		if target.IsKnown() && target.Contains(s.Release.String()) {
			return s
		}
	}
	return k.Served[len(k.Served)-1]
}

// nodeAt returns the schema at a path; nil if there is none.
func nodeAt(n *schema.Node, path []string) *schema.Node {
	for _, step := range path {
		switch {
		case n == nil:
			return nil
		case step == "[]":
			n = n.Items()
		case n.Property(step) != nil:
			n = n.Property(step)
		default:
			n = n.Values()
		}
	}
	return n
}

// markdown describes the field.
func (f *field) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** of %s (%s)", strings.ReplaceAll(strings.Join(f.path, "."), ".[]", "[]"), f.kind, f.apiVersion)
	if f.node != nil {
		fmt.Fprintf(&b, ": %s", typeOf(f.node))
	}
	if text, release := schema.Description(f.apiVersion, f.kind, f.path); text != "" {
		fmt.Fprintf(&b, "\n\n%s", text)
		if release != f.release.String() {
			fmt.Fprintf(&b, " (So the CRD of %s.)", release)
		}
	}
	b.WriteString("\n")
	if f.node != nil {
		f.writeNode(&b)
	}
	f.writeReleases(&b)
	fmt.Fprintf(&b, "\n\n%s", f.installed())
	return b.String()
}

// writeReleases tells which releases have the field. The alpha API is older than the oldest release whose CRDs are known.
func (f *field) writeReleases(b *strings.Builder) {
	releases := schema.Releases()
	first := schema.Lookup(f.apiVersion, f.kind).Served[0].Release
	if *f.since == releases[0] && strings.Contains(f.apiVersion, "alpha") {
		fmt.Fprintf(b, "\n- until Karpenter %s; the CRDs before %s are not known here", f.until, f.since)
		return
	}
	fmt.Fprintf(b, "\n- since Karpenter %s", f.since)
	if *f.since == first {
		fmt.Fprintf(b, ", the first that serves %s", f.apiVersion)
	}
	if *f.until != releases[len(releases)-1] {
		fmt.Fprintf(b, ", until %s", f.until)
	}
}

func (f *field) writeNode(b *strings.Builder) {
	if parent := nodeAt(rootOf(f), f.path[:len(f.path)-1]); parent != nil && slices.Contains(parent.Required, f.path[len(f.path)-1]) {
		b.WriteString("\n- required")
	}
	if f.node.HasDefault() {
		fmt.Fprintf(b, "\n- default: `%s`", inline(f.node.Default()))
	}
	if len(f.node.Enum) > 0 {
		fmt.Fprintf(b, "\n- values: `%s`", strings.Join(f.node.Enum, "`, `"))
	}
	for _, bounds := range []struct {
		of string
		schema.Bounds
	}{{"", f.node.Number}, {"length ", f.node.Length}, {"items ", f.node.Size}} {
		if bounds.HasMin {
			fmt.Fprintf(b, "\n- %sat least %v", bounds.of, bounds.Min)
		}
		if bounds.HasMax {
			fmt.Fprintf(b, "\n- %sat most %v", bounds.of, bounds.Max)
		}
	}
	for _, text := range f.node.Patterns() {
		fmt.Fprintf(b, "\n- form: `%s`", text)
	}
}

func rootOf(f *field) *schema.Node {
	k := schema.Lookup(f.apiVersion, f.kind)
	return k.Schemas[servedFor(k, f.target).Schema]
}

// installed tells for which release the text is, and what follows if that release has no such field.
func (f *field) installed() string {
	from := literal(f.target.From)
	switch {
	case !f.target.IsKnown():
		return fmt.Sprintf("Nothing here tells which release is installed, so this is Karpenter %s.", f.release)
	case !f.isInstalled:
		return fmt.Sprintf("**Karpenter %s (%s) does not serve %s of %s.** This is %s.", f.target.Words(), from, f.kind, f.apiVersion, f.release)
	case f.node == nil:
		return fmt.Sprintf("**Karpenter %s (%s) has no such field.**", f.release, from)
	}
	return fmt.Sprintf("In Karpenter %s (%s).", f.release, from)
}

// literal returns text of a file as code, so that nothing in it is read as Markdown.
func literal(text string) string {
	return "`" + strings.ReplaceAll(printable.Text(text), "`", "'") + "`"
}

func typeOf(n *schema.Node) string {
	switch {
	case n.Type == schema.Array && n.Items() != nil:
		return "list of " + typeOf(n.Items())
	case n.Type == schema.Object && n.Values() != nil && len(n.Properties()) == 0:
		return "map of " + typeOf(n.Values())
	}
	return string(n.Type)
}

// inline writes a default as YAML on one line.
func inline(v *model.Value) string {
	var parts []string
	switch v.Kind {
	case model.Map:
		for _, e := range v.Entries {
			parts = append(parts, e.Key.Text+": "+inline(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case model.List:
		for _, item := range v.Items {
			parts = append(parts, inline(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return v.Text
}
