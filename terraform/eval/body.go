package eval

import (
	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/parsers/hcl"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// metaArguments of a resource, data source or module call are about the block itself.
var metaArguments = map[string]bool{"count": true, "for_each": true, "depends_on": true, "provider": true, "providers": true, "lifecycle": true}

// Resource evaluates the body of one instance of a resource, data source or module call.
func (in *Instance) Resource(b *hcl.Block, el Element) (body *model.Value) {
	s := in.scopeOf(b.File).withNames(el.names)
	s.self = func(attribute string) *model.Value {
		if v := in.argument(b, el, attribute); v != nil {
			return v
		}
		return in.unknownBlock(b, b.Reference()+el.Suffix+"."+attribute)
	}
	in.ev.certainly(!in.unsure && in.Expand(b).kind == single, func() { body = s.body(b.Body, b.Span, b.Header, true) })
	return body
}

// Evaluate evaluates the body of any other block.
func (in *Instance) Evaluate(b *hcl.Block) *model.Value {
	return in.scopeOf(b.File).body(b.Body, b.Span, b.Header, true)
}

// body evaluates the body of a block or of a nested one; top leaves out the meta-arguments.
func (s *scope) body(b *hcl.Body, span, header model.Span, top bool) *model.Value {
	limit.Point()
	v := hcl.NewValue(model.Map, model.Block, span)
	v.SetProps(header)
	v.Origin = s.Origin(false)
	for _, a := range b.Attributes {
		if top && metaArguments[a.Name] {
			continue
		}
		in := s.inFile(s.fileOf(a.Expr, s.File))
		value := in.set(a)
		v.Entries = append(v.Entries, &model.Entry{Key: in.word(a.Name, a.Key), Value: value})
	}
	var kinds []string
	blocks := map[string][]*hcl.Block{}
	for _, block := range b.Blocks {
		kind := hcl.BlockType(block)
		if blocks[kind] == nil {
			kinds = append(kinds, kind)
		}
		blocks[kind] = append(blocks[kind], block)
	}
	for _, kind := range kinds {
		if top && metaArguments[kind] {
			continue
		}
		first := blocks[kind][0]
		key := s.inFile(first.File).word(kind, first.TypeSpan())
		v.Entries = append(v.Entries, &model.Entry{Key: key, Value: s.nested(blocks[kind])})
	}
	return v
}

// set returns the value that an attribute sets.
func (s *scope) set(a *hcl.Attribute) *model.Value {
	if word := hclKeyword(a); word != nil {
		v := s.Written(a.Expr, model.Plain)
		v.Kind, v.Text = model.String, *word
		return v
	}
	var v *model.Value
	s.ev.certainly(s.ev.guards == 0, func() { v = s.eval(a.Expr) })
	return v
}

// hclKeyword returns the keyword in an argument of a provisioner (when = destroy), nil if the argument is
// an expression.
func hclKeyword(a *hcl.Attribute) *string {
	if a.Name != "when" && a.Name != "on_failure" {
		return nil
	}
	t, ok := a.Expr.(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(t.Traversal) != 1 {
		return nil
	}
	word := t.Traversal.RootName()
	return &word
}

func (s *scope) word(text string, span model.Span) *model.Value {
	v := hcl.NewValue(model.String, model.Plain, span)
	v.Text, v.Origin = text, s.Origin(false)
	return v
}

// nested evaluates the nested blocks of one type, written as blocks or dynamic: a list of maps. Blocks with
// labels (provisioner "local-exec") are a map from the label to such a list.
func (s *scope) nested(blocks []*hcl.Block) *model.Value {
	first := s.inFile(blocks[0].File)
	list, labelled := first.blocks(model.List, blocks[0]), first.blocks(model.Map, blocks[0])
	byLabel := map[string]*model.Entry{}
	for _, block := range blocks {
		in := s.inFile(block.File)
		switch {
		case block.Type == "dynamic":
			in.dynamic(list, block)
		case len(block.Labels) > 0:
			e := byLabel[block.Labels[0]]
			if e == nil {
				e = &model.Entry{Key: in.word(block.Labels[0], block.LabelSpan()), Value: in.blocks(model.List, block)}
				byLabel[block.Labels[0]] = e
				labelled.Entries = append(labelled.Entries, e)
			}
			e.Value.Items = append(e.Value.Items, in.body(block.Body, block.Span, block.Header, false))
		default:
			list.Items = append(list.Items, in.body(block.Body, block.Span, block.Header, false))
		}
	}
	if len(labelled.Entries) > 0 {
		return labelled
	}
	return list
}

// blocks returns an empty collection for nested blocks of which b is the first.
func (s *scope) blocks(kind model.Kind, b *hcl.Block) *model.Value {
	v := hcl.NewValue(kind, model.Block, b.Span)
	v.Origin = s.Origin(false)
	return v
}

// dynamic adds the blocks of a dynamic block. If its for_each is not known, the list is open.
func (s *scope) dynamic(list *model.Value, b *hcl.Block) {
	content := b.Body.BlocksOf("content")
	forEach := b.Body.Attribute("for_each")
	if len(b.Labels) != 1 {
		s.ev.tree.Complain(b.File, b.Header, "a dynamic block has one label, the type of the blocks that it writes, and this one has %d", len(b.Labels))
		return
	}
	if len(content) == 0 || forEach == nil {
		return
	}
	iterator := b.Labels[0]
	if a := b.Body.Attribute("iterator"); a != nil {
		if word := hcl2.ExprAsKeyword(a.Expr); word != "" {
			iterator = word
		}
	}
	collection := s.eval(forEach.Expr)
	pairs, ok := s.Pairs(forEach.Expr, collection)
	if !ok || collection.Open {
		list.Open, list.Text = true, s.Qualified("dynamic."+b.Labels[0]+"("+s.Form(collection)+")")
	}
	s.ev.guards++
	defer func() { s.ev.guards-- }()
	for _, p := range pairs {
		element := s.Record(forEach.Expr, "key", p.Key, "value", p.Value)
		in := s.withNames(map[string]*model.Value{iterator: element})
		list.Items = append(list.Items, in.body(content[0].Body, b.Span, b.Header, false))
	}
}
