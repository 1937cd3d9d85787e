package yaml

import (
	"bytes"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
)

// builder walks the reader's nodes and the text side by side: the nodes give the order,
// the text gives the places. It needs no line or column of the reader, so tabs, wide characters and
// rare line breaks cannot shift a position.
type builder struct {
	m        *masked
	text     []byte // the masked file up to the document's end
	pos      int
	anchored map[*kyaml.Node]anchored
	count    int // values built so far
	aliased  int // values that aliases represent
	deepest  int
	bareTag  bool // the value at hand is tagged "!"
}

// anchored is a finished value that aliases may represent.
type anchored struct {
	value        *model.Value
	size, height int
}

// newBuilder returns a builder of the segment's document.
func newBuilder(m *masked, s segment) *builder {
	return &builder{m: m, text: m.text[:s.span.End], pos: s.content, anchored: map[*kyaml.Node]anchored{}}
}

// build returns the located tree of the segment's document, nil if it contains only comments.
func (b *builder) build(s segment, doc *kyaml.Node) (*model.Value, *ParseError) {
	b.skipBlanks()
	if b.pos == s.span.End || b.atMarker() {
		return nil, nil
	}
	if len(doc.Content) == 0 {
		return nil, b.unexpected("a value")
	}
	root, err := b.value(doc.Content[0], 0)
	if err != nil {
		return nil, err
	}
	b.skipBlanks()
	if b.pos < s.span.End && !b.atMarker() {
		return nil, errorAt(b.pos, b.lineEnd(b.pos), "%s comes after the end of the document", quote(b.text[b.pos:b.lineEnd(b.pos)]))
	}
	return root, nil
}

func (b *builder) value(n *kyaml.Node, depth int) (*model.Value, *ParseError) {
	if depth > maxDepth {
		return nil, errorAt(b.pos, b.pos+1, "collections are nested more than %d deep", maxDepth)
	}
	b.count++
	b.deepest = max(b.deepest, depth)
	limit.Point()
	v := &model.Value{Dash: -1}
	if isAbsent(n) && !b.bareTagFollows() {
		v.Span = model.Span{Start: b.pos, End: b.pos}
		return v, nil
	}
	b.skipBlanks()
	if n.Kind == kyaml.AliasNode {
		return b.alias(n, v, depth)
	}
	if n.Anchor == "" {
		return v, b.content(n, v, depth)
	}
	count, deepest := b.count+b.aliased, b.deepest
	b.deepest = depth
	err := b.content(n, v, depth)
	b.anchored[n] = anchored{v, b.count + b.aliased - count + 1, b.deepest - depth}
	b.deepest = max(b.deepest, deepest)
	return v, err
}

// isAbsent reports whether n is a null without any bytes, as after `key:`.
func isAbsent(n *kyaml.Node) bool {
	return isAbsentContent(n) && n.Style == 0 && n.Anchor == ""
}

// bareTagFollows reports whether the rest of the line is a single "!".
func (b *builder) bareTagFollows() bool {
	i := b.pos
	for i < len(b.text) && (b.text[i] == ' ' || b.text[i] == '\t') {
		i++
	}
	return i < len(b.text) && b.text[i] == '!' && b.blankAt(i+1)
}

func (b *builder) content(n *kyaml.Node, v *model.Value, depth int) *ParseError {
	v.SetAnchor(n.Anchor)
	b.props(n, v)
	switch n.Kind {
	case kyaml.ScalarNode:
		return b.scalar(n, v)
	case kyaml.SequenceNode:
		v.Kind = model.List
		if n.Style&kyaml.FlowStyle != 0 {
			return b.flowList(n, v, depth)
		}
		return b.blockList(n, v, depth)
	case kyaml.MappingNode:
		v.Kind = model.Map
		if n.Style&kyaml.FlowStyle != 0 {
			return b.flowMap(n, v, depth)
		}
		return b.blockMap(n, v, depth)
	}
	return b.unexpected("a value")
}

// props steps over the anchor and tag that belong to n, and no further: in `&a !!map` before a
// line break they are the map's, and a second anchor is its first key's.
func (b *builder) props(n *kyaml.Node, v *model.Value) {
	props := model.Span{Start: b.pos, End: b.pos}
	anchor, tag := n.Anchor != "", n.Style&kyaml.TaggedStyle != 0
	// The reader's node does not show a single "!", which makes a plain scalar a string. The tag of
	// a block map is on a line before its first key.
	blockMap := n.Kind == kyaml.MappingNode && n.Style&kyaml.FlowStyle == 0
	bare := !tag
	if bare && blockMap {
		bare = b.follows('!') && b.onlyAnchorFollows(n)
	}
	tag = tag || bare
	b.bareTag = false
	for {
		switch {
		case anchor && b.follows('&'):
			anchor = false
		case tag && b.follows('!'):
			tag = false
			b.bareTag = bare
		default:
			if isAbsentContent(n) {
				b.pos = props.End
			}
			v.SetProps(props)
			return
		}
		b.skipProperty(n)
		props.End = b.pos
		b.skipBlanks()
	}
}

// onlyAnchorFollows reports whether nothing but n's anchor follows the "!" on its line.
func (b *builder) onlyAnchorFollows(n *kyaml.Node) bool {
	tail := string(bytes.TrimSpace(b.text[b.pos+1 : b.lineEnd(b.pos)]))
	return tail == "" || n.Anchor != "" && tail == "&"+n.Anchor
}

func isAbsentContent(n *kyaml.Node) bool {
	return n.Kind == kyaml.ScalarNode && n.Value == "" && !quotedOrBlock(n.Style)
}

// skipProperty steps over an anchor, whose name the node knows, or a tag, which ends at a blank.
func (b *builder) skipProperty(n *kyaml.Node) {
	if b.follows('&') {
		b.pos = min(b.pos+1+len(n.Anchor), len(b.text))
		return
	}
	for !b.blankAt(b.pos) {
		b.pos++
	}
}

func (b *builder) alias(n *kyaml.Node, v *model.Value, depth int) (*model.Value, *ParseError) {
	start := b.pos
	if !b.follows('*') {
		return nil, b.unexpected("*" + n.Value)
	}
	b.pos += 1 + len(n.Value)
	target, ok := b.anchored[n.Alias]
	if !ok {
		return nil, errorAt(start, b.pos, "alias *%s is inside the value that it refers to", n.Value)
	}
	b.aliased += target.size
	b.deepest = max(b.deepest, depth+target.height)
	if b.aliased > maxAliased {
		return nil, errorAt(start, b.pos, "aliases expand to more than %d values", maxAliased)
	}
	if b.deepest > maxDepth {
		return nil, errorAt(start, b.pos, "collections are nested more than %d deep", maxDepth)
	}
	*v = *target.value
	v.Style, v.Dash = model.Plain, -1
	v.SetAnchor("")
	v.SetAlias(n.Value)
	v.Span = model.Span{Start: start, End: b.pos}
	v.SetProps(model.Span{})
	return v, nil
}

func (b *builder) blockList(n *kyaml.Node, v *model.Value, depth int) *ParseError {
	v.Style = model.Block
	for _, child := range n.Content {
		b.skipBlanks()
		dash := b.pos
		if !b.follows('-') {
			return b.unexpected("-")
		}
		b.pos++
		item, err := b.value(child, depth+1)
		if err != nil {
			return err
		}
		item.Dash = int32(dash)
		v.Items = append(v.Items, item)
	}
	if len(v.Items) == 0 {
		return b.unexpected("-")
	}
	v.Span = model.Span{Start: int(v.Items[0].Dash), End: b.pos}
	return nil
}

func (b *builder) blockMap(n *kyaml.Node, v *model.Value, depth int) *ParseError {
	v.Style = model.Block
	b.skipBlanks()
	v.Span.Start = b.pos
	for i := 0; i+1 < len(n.Content); i += 2 {
		e, err := b.entry(n.Content[i], n.Content[i+1], depth, false)
		if err != nil {
			return err
		}
		v.Entries = append(v.Entries, e)
	}
	v.IndexKeys()
	v.Span.End = b.pos
	return nil
}

// entry reads `key: value`, `? key` and, in flow style, a key alone.
func (b *builder) entry(key, value *kyaml.Node, depth int, flow bool) (*model.Entry, *ParseError) {
	b.skipBlanks()
	if b.follows('?') && (flow || b.blankAt(b.pos+1)) {
		b.pos++
	}
	k, err := b.value(key, depth+1)
	if err != nil {
		return nil, err
	}
	if err := asKey(k, key.Value); err != nil {
		return nil, err
	}
	end := b.pos
	b.skipBlanks()
	switch {
	case b.follows(':'):
		b.pos++
	case isAbsent(value):
		b.pos = end
	default:
		return nil, b.unexpected(":")
	}
	val, err := b.value(value, depth+1)
	return &model.Entry{Key: k, Value: val}, err
}

// asKey converts a key to the string that Kubernetes reads.
func asKey(k *model.Value, source string) *ParseError {
	if k.Kind == model.List || k.Kind == model.Map {
		return errorAt(k.Span.Start, k.Span.End, "a key is a list or a map, and Kubernetes reads only strings as keys")
	}
	if k.Kind != model.Unknown {
		k.Text = keyText(k.Kind, k.Text, source)
		k.Kind = model.String
	}
	return nil
}

func (b *builder) flowList(n *kyaml.Node, v *model.Value, depth int) *ParseError {
	v.Style = model.Flow
	v.Span.Start = b.pos
	if err := b.expect('['); err != nil {
		return err
	}
	for _, child := range n.Content {
		b.skipComma()
		item, err := b.value(child, depth+1)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
	b.skipComma()
	err := b.expect(']')
	v.Span.End = b.pos
	return err
}

func (b *builder) flowMap(n *kyaml.Node, v *model.Value, depth int) *ParseError {
	v.Style = model.Flow
	v.Span.Start = b.pos
	braces := b.follows('{') && !isSinglePair(n)
	if braces {
		b.pos++
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if braces {
			b.skipComma()
		}
		e, err := b.entry(n.Content[i], n.Content[i+1], depth, true)
		if err != nil {
			return err
		}
		v.Entries = append(v.Entries, e)
	}
	v.IndexKeys()
	var err *ParseError
	if braces {
		b.skipComma()
		err = b.expect('}')
	}
	v.Span.End = b.pos
	return err
}

// isSinglePair reports whether n is the map in `[{a: b}: c]`, which has no braces of its own: it
// starts where its key starts.
func isSinglePair(n *kyaml.Node) bool {
	return len(n.Content) == 2 && n.Content[0].Line == n.Line && n.Content[0].Column == n.Column
}

func (b *builder) expect(c byte) *ParseError {
	b.skipBlanks()
	if !b.follows(c) {
		return b.unexpected(string(c))
	}
	b.pos++
	return nil
}

func (b *builder) skipComma() {
	b.skipBlanks()
	if b.follows(',') {
		b.pos++
	}
	b.skipBlanks()
}

// unexpected is the error for a text that does not match the reader's nodes. That is a bug in
// builder, or a very rare form of YAML. The file is then not changed.
func (b *builder) unexpected(want string) *ParseError {
	return errorAt(b.pos, min(b.pos+1, len(b.text)), "this form of YAML is not understood: no %q here", want)
}
