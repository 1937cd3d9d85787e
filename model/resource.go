package model

import "strings"

// Syntax is the language in which a document is written.
type Syntax uint8

// The syntaxes that parsers read.
const (
	YAML Syntax = iota
	JSON
	HCL
)

// Document is a text that was read as one tree: a YAML document, a JSON or Terraform file.
type Document struct {
	File   *File
	Syntax Syntax

	// Span is the document's part of the file: for YAML from the line after the previous
	// document's end to the next marker, its own "---" line included.
	Span Span
	Root *Value // nil for a document of comments only

	HasAliases bool // some of its values are aliases

	// Templates are the spans of {{ … }}, ${ … } and %{ … } that were masked to read the
	// document, in order.
	Templates []Span

	// Contents are the templates that write entries or items which are not in the file, in order.
	Contents []Content
}

// Content is a template that renders to entries or items, such as {{ toYaml .Values.labels | nindent 4 }}.
type Content struct {
	Span  Span   // of the template
	Owner *Value // the Map or List that it adds to, or the Unknown that it is
	Alone bool   // it does not follow a key or dash

	Column int // by which its lines are indented
}

// Text returns the bytes of a span.
func (d *Document) Text(s Span) string { return string(d.File.Data[s.Start:s.End]) }

// maxName bounds the bytes of a name that is kept. Kubernetes allows 253, and every message about an object repeats its name.
const maxName = 1 << 10

// Name returns a name from a file. Of one that is too long for any API it returns the start, with an ellipsis.
func Name(text string) string {
	if len(text) <= maxName {
		return text
	}
	return strings.ToValidUTF8(text[:maxName], "") + "…"
}

// Resource is a Kubernetes object, or a value that is read like one, such as a kustomization without a kind.
type Resource struct {
	Document *Document

	// Path leads from the document's root to Value: empty, or ["items", 2] inside a List.
	Path  []any
	Value *Value

	// The results of Name, which are "" if they are templated or absent.
	APIVersion, Kind, Namespace, Name string
}

// Address names the resource for people: Kind/name or Kind/namespace/name; a name that is
// absent or templated is "?".
func (r *Resource) Address() string {
	name := r.Name
	if name == "" {
		name = "?"
	}
	if r.Namespace != "" {
		name = r.Namespace + "/" + name
	}
	if r.Kind == "" {
		return "?/" + name
	}
	return r.Kind + "/" + name
}

// Group returns the API group: "karpenter.sh" for karpenter.sh/v1beta1, "" for v1.
func (r *Resource) Group() string {
	group, _, ok := strings.Cut(r.APIVersion, "/")
	if !ok {
		return ""
	}
	return group
}
