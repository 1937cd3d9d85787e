package lsp

import (
	"slices"
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// complete returns the fields, or the values, that may be at a position of an object of Karpenter.
func (s *server) complete(p *protocol.CompletionParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	l := newLines(d.text)
	c := cursorAt(l, p.Position, d.isTerraform())
	wordEnd := c.end
	if c.before != "" {
		wordEnd += len(restOfWord().Find(l.text[c.end:]))
	}
	line := l.position(c.end).Line
	o := offers{cursor: c, target: s.targetOf(d), syntax: syntaxOf(d, c), rest: strings.TrimSpace(string(l.text[wordEnd:l.end(int(line))]))}
	o.find()
	items := []protocol.CompletionItem{} // null would be no answer
	span := l.span(c.start, wordEnd)
	for _, offer := range o.found {
		items = append(items, offer.item(span))
	}
	return protocol.CompletionList{Items: items}, nil
}

// restOfWord is what follows a cursor inside of a word.
var restOfWord = pattern.New(`^[A-Za-z0-9_./-]+`)

// syntax is how a field is written.
type syntax int

const (
	yamlSyntax syntax = iota
	jsonSyntax
	terraformSyntax
)

func syntaxOf(d *document, c cursor) syntax {
	switch {
	case c.inHeredoc:
	case d.isTerraform():
		return terraformSyntax
	case strings.HasSuffix(d.path, ".json") || d.language == "json":
		return jsonSyntax
	}
	return yamlSyntax
}

// offer is a word that may be at the cursor.
type offer struct {
	label, text, detail, about, order string
	kind                              protocol.CompletionItemKind
	isPlain                           bool // a number, true or false: it has no quotes
}

func (o offer) item(span protocol.Range) protocol.CompletionItem {
	item := protocol.CompletionItem{Label: o.label, Kind: &o.kind, TextEdit: protocol.TextEdit{Range: span, NewText: o.text}, FilterText: &o.label}
	if o.detail != "" {
		item.Detail = &o.detail
	}
	if o.about != "" {
		item.Documentation = protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: o.about}
	}
	if o.order != "" {
		item.SortText = &o.order
	}
	return item
}

// offers finds what may be at the cursor.
type offers struct {
	cursor
	target versions.Target
	syntax syntax
	rest   string // of the line, behind the cursor
	found  []offer
}

func (o *offers) find() {
	k := schema.Lookup(o.apiVersion, o.kind)
	if o.inTemplate || o.findTypeMeta(k != nil) || k == nil {
		return
	}
	root := k.Schemas[servedFor(k, o.target).Schema]
	node := nodeAt(root, o.path)
	if node == nil {
		return
	}
	path := o.path
	if o.isValue {
		path = append(slices.Clone(path), o.key)
		if node = nodeAt(node, []string{o.key}); node == nil {
			return
		}
	}
	if items := node.Items(); node.Type == schema.Array && items != nil { // values: [spot, …], or a line below, where YAML has a dash
		if o.isValue || o.syntax != yamlSyntax && len(items.Properties()) == 0 {
			node, path = items, append(slices.Clone(path), "[]")
		}
	}
	if !o.isValue && len(node.Properties()) > 0 {
		o.addFields(node)
		return
	}
	o.addValues(node, path)
}

// typeMeta are the fields that tell what an object is.
var typeMeta = []string{"apiVersion", "kind"}

// findTypeMeta finds what tells what an object is, and reports whether that is what may be at the cursor.
func (o *offers) findTypeMeta(isKnown bool) bool {
	isTop := len(o.path) == 0 && (isKnown || o.syntax != terraformSyntax)
	isDocument := isTop && o.inMap && o.syntax == yamlSyntax
	switch {
	case o.isValue && slices.Contains(typeMeta, o.key) && (isTop || o.begins()):
		o.addKinds()
	case !o.isValue && !isKnown && (isDocument || o.begins()):
		o.addTypeMeta()
	default:
		return false
	}
	return true
}

// begins reports whether the map of the cursor, which may be an object in a list or in Terraform, has an apiVersion of Karpenter, or is about to get
// one.
func (o *offers) begins() bool {
	if o.apiVersion != "" || o.kind != "" { // something else is around it
		return false
	}
	return o.key == "apiVersion" || servesAny(unquoted(o.siblings["apiVersion"]))
}

// servesAny reports whether Karpenter has kinds of an API version.
func servesAny(apiVersion string) bool {
	return slices.ContainsFunc(schema.Names(), func(name [2]string) bool { return name[0] == apiVersion })
}

// addTypeMeta adds apiVersion and kind to a map that has nothing but parts of an object of Karpenter.
func (o *offers) addTypeMeta() {
	for name, value := range o.siblings { // in any order: all must be such
		isOther := !slices.Contains(typeMeta, name) && name != "metadata" && name != "spec"
		if name != o.key && (isOther || name == "apiVersion" && !servesAny(unquoted(value))) {
			return
		}
	}
	for _, name := range typeMeta {
		if _, exists := o.siblings[name]; exists && name != o.key {
			continue
		}
		entry := offer{label: name, text: name, kind: protocol.CompletionItemKindField, detail: "string, required", order: "a" + name}
		if o.key == "" && o.rest == "" {
			entry.text = o.written(name, false)
		}
		o.found = append(o.found, entry)
	}
}

// addKinds adds the versions and kinds of Karpenter's objects that the release serves.
func (o *offers) addKinds() {
	seen := map[string]bool{}
	for _, name := range schema.Names() {
		apiVersion, kind := name[0], name[1]
		word, other, set := apiVersion, "kind", kind
		if o.key == "kind" {
			word, other, set = kind, "apiVersion", apiVersion
		}
		given := unquoted(o.siblings[other])
		served := servedFor(schema.Lookup(apiVersion, kind), o.target)
		isServed := !o.target.IsKnown() || o.target.Contains(served.Release.String())
		if isServed && (given == "" || given == set) && !seen[word] {
			seen[word] = true
			o.add(offer{label: word, kind: protocol.CompletionItemKindClass})
		}
	}
}

// addFields adds the fields of a map that it lacks, the required ones first.
func (o *offers) addFields(node *schema.Node) {
	for _, name := range node.Properties() {
		if _, exists := o.siblings[name]; exists && name != o.key || len(o.path) == 0 && name == "status" {
			continue
		}
		f := fieldAt(o.apiVersion, o.kind, append(slices.Clone(o.path), name), o.target)
		entry := offer{label: name, text: name, about: f.markdown(), order: "b" + name}
		entry.kind, entry.detail = protocol.CompletionItemKindField, typeOf(node.Property(name))
		if slices.Contains(node.Required, name) {
			entry.detail, entry.order = entry.detail+", required", "a"+name
		}
		if o.key == "" && o.rest == "" {
			t := node.Property(name).Type
			entry.text = o.written(name, t == schema.Object || t == schema.Array)
		}
		o.found = append(o.found, entry)
	}
}

// written returns the beginning of an entry, whose value may be on the lines below.
func (o *offers) written(name string, hasFields bool) string {
	switch {
	case o.syntax == jsonSyntax && o.isQuoted():
		return name
	case o.syntax == jsonSyntax:
		return `"` + name + `": `
	case o.syntax == terraformSyntax:
		return name + " = "
	case hasFields:
		return name + ":"
	}
	return name + ": "
}

// addValues adds the values that a scalar may have.
func (o *offers) addValues(node *schema.Node, path []string) {
	fallback := ""
	if isScalar := node.Type != schema.Object && node.Type != schema.Array; node.HasDefault() && (isScalar || o.syntax == yamlSyntax) {
		fallback = inline(node.Default())
	}
	isPlain := slices.Contains([]schema.Type{schema.Boolean, schema.Integer, schema.Numeric}, node.Type)
	addAll := func(values []string) {
		for _, value := range values {
			entry := offer{label: value, kind: protocol.CompletionItemKindEnumMember, isPlain: isPlain}
			if value == fallback {
				entry.detail, entry.order = "default", "a"
			}
			o.add(entry)
		}
	}
	last := func(n int) string {
		if len(path) < n {
			return ""
		}
		return path[len(path)-n]
	}
	isRequirement := slices.Contains(path, "requirements")
	switch {
	case len(node.Enum) > 0:
		addAll(node.Enum)
	case node.Type == schema.Boolean:
		addAll([]string{"true", "false"})
	case o.classReference(path) != "":
		addAll([]string{o.classReference(path)})
	case isRequirement && last(1) == "key":
		o.addLabels()
	case isRequirement && last(1) == "[]" && last(2) == "values":
		of := o.siblings
		if !o.isValue { // on a line of its own, below values
			of = o.above
		}
		addAll(labelValues(unquoted(of["key"]), o.target))
	case fallback != "":
		addAll([]string{fallback})
	}
}

// classReference returns what a reference of the object to its class has in a field besides the name; "" for other fields.
func (o *offers) classReference(path []string) string {
	object, reference := facts.APIKind{APIVersion: o.apiVersion, Kind: o.kind}, strings.Join(path[:len(path)-1], ".")
	for _, g := range facts.Served().Generations {
		if g.Pool != object && g.Node != object || reference != g.PoolRef && reference != g.NodeRef {
			continue
		}
		return map[string]string{"group": g.Class.Group(), "kind": g.Class.Kind, "apiVersion": g.Class.APIVersion}[path[len(path)-1]]
	}
	return ""
}

// nodePoolLabel is a well-known label that the CRD refuses as the key of a requirement, because Karpenter sets it itself.
const nodePoolLabel = "karpenter.sh/nodepool"

// addLabels adds the well-known labels of the release.
func (o *offers) addLabels() {
	for _, label := range facts.KarpenterChecks().Labels.WellKnown {
		if label.Key != nodePoolLabel && holds(label.Releases, o.target) {
			o.add(offer{label: label.Key, kind: protocol.CompletionItemKindConstant, detail: strings.Join(labelValues(label.Key, o.target), ", ")})
		}
	}
}

// labelValues returns all values of a label; none if they are not known.
func labelValues(key string, target versions.Target) []string {
	for _, known := range facts.KarpenterChecks().Labels.KnownValues {
		if known.Key == key && holds(known.Releases, target) {
			return known.Values
		}
	}
	for _, label := range facts.InstanceTypes().Labels {
		if label.Key == key {
			return label.Values
		}
	}
	return nil
}

// holds reports whether something is so in a release of the target, or in the newest one if that is unknown.
func holds(in facts.Releases, target versions.Target) bool {
	releases := schema.Releases()
	for _, r := range slices.Backward(releases) {
		if !target.IsKnown() || target.Contains(r.String()) {
			return in.Contain(r.Version())
		}
	}
	return in.Contain(releases[len(releases)-1].Version())
}

func (o *offers) add(entry offer) {
	if entry.text = entry.label; o.syntax != yamlSyntax && !o.isQuoted() && !entry.isPlain {
		entry.text = `"` + entry.label + `"`
	}
	if o.lead == ':' {
		entry.text = " " + entry.text
	}
	o.found = append(o.found, entry)
}
