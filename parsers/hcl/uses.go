package hcl

import (
	"errors"
	"fmt"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// Uses lists the files and the names to which an expression refers, as they are written.
type Uses struct {
	Files []fileUse
	Names []nameUse
}

// fileUse is a call of a function that reads files: file, templatefile, fileset, …
type fileUse struct {
	Function string
	Path     model.Span // the argument that names the file; for fileset the directory
	Pattern  model.Span // for fileset: the second argument
}

// nameUse is a reference to a value of the module: local.x, var.x, data.type.name, module.m, type.name.
type nameUse struct {
	Name string
	Span model.Span // the last step of the name, without further steps
}

// Uses returns the files and names to which the attribute's expression refers, each in the order of
// the text.
func (a *Attribute) Uses() Uses {
	var u Uses
	_ = hclsyntax.VisitAll(a.Expr, func(node hclsyntax.Node) hcl2.Diagnostics {
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok {
			u.addCall(call)
		}
		return nil
	})
	for _, t := range a.Expr.Variables() {
		steps := TraversalSteps(t)
		n := 2
		if steps[0] == "data" {
			n = 3
		}
		if len(steps) < n || len(t) < n {
			continue
		}
		span := model.Span{Start: t[0].SourceRange().Start.Byte, End: t[n-1].SourceRange().End.Byte}
		u.Names = append(u.Names, nameUse{strings.Join(steps[:n], "."), span})
	}
	return u
}

// NamesIn returns the names in the expressions of a template, such as module.karpenter, without those that exist in every module.
// It returns an error if the template does not parse, or if a reference has no name in its module.
func NamesIn(template string) ([]string, error) {
	expression, diags := hclsyntax.ParseTemplate([]byte(template), "", hcl2.InitialPos)
	if diags.HasErrors() {
		return nil, errors.New("it does not parse")
	}
	var names []string
	for _, t := range expression.Variables() {
		steps := TraversalSteps(t)
		n := 2
		if steps[0] == "data" {
			n = 3
		}
		isLocal := steps[0] == "each" || steps[0] == "count" || steps[0] == "self"
		switch {
		case isLocal || len(steps) < n:
			return nil, fmt.Errorf("%s is not a name in a module", strings.Join(steps, "."))
		case steps[0] != "path" && steps[0] != "terraform":
			names = append(names, strings.Join(steps[:n], "."))
		}
	}
	return names, nil
}

func (u *Uses) addCall(call *hclsyntax.FunctionCallExpr) {
	switch {
	case len(call.Args) == 0:
	case call.Name == "file", call.Name == "templatefile":
		u.Files = append(u.Files, fileUse{Function: call.Name, Path: SpanOf(call.Args[0].Range())})
	case call.Name == "fileset" && len(call.Args) == 2:
		u.Files = append(u.Files, fileUse{Function: call.Name, Path: SpanOf(call.Args[0].Range()), Pattern: SpanOf(call.Args[1].Range())})
	}
}

// Value returns the bytes of the attribute's expression.
func (a *Attribute) Value() model.Span {
	return model.Span{Start: SpanOf(a.Expr.Range()).Start, End: a.Span.End}
}

// Name returns the bytes of the block's last label, or of its type where it has none. Quotes are not part of it.
func (b *Block) Name() model.Span {
	if len(b.labels) == 0 {
		return model.Span{Start: b.Header.Start, End: b.Header.Start + len(b.Type)}
	}
	span := SpanOf(b.labels[len(b.labels)-1])
	if span.Start < span.End && b.File.Data[span.Start] == '"' {
		span.Start, span.End = span.Start+1, span.End-1
	}
	return span
}

// TypeSpan returns the bytes of the type of the nested blocks that b writes: for a dynamic block,
// its label.
func (b *Block) TypeSpan() model.Span {
	if b.Type == "dynamic" {
		return b.LabelSpan()
	}
	length := len(b.Type)
	if b.File.Data[b.Header.Start] == '"' {
		length += 2
	}
	return model.Span{Start: b.Header.Start, End: min(b.Header.Start+length, len(b.File.Data))}
}

// LabelSpan returns the bytes of the first label.
func (b *Block) LabelSpan() model.Span {
	if len(b.labels) == 0 {
		return b.Header
	}
	return SpanOf(b.labels[0])
}

// Reference returns how the module refers to the block: helm_release.karpenter, data.aws_eks_cluster.this, module.eks, var.x.
func (b *Block) Reference() string {
	labels := strings.Join(b.Labels, ".")
	switch b.Type {
	case "resource":
		return labels
	case "variable":
		return "var." + labels
	}
	return b.Type + "." + labels
}

// BlockType returns the type of the nested blocks that b writes: for a dynamic block, its label.
func BlockType(b *Block) string {
	if b.Type == "dynamic" && len(b.Labels) == 1 {
		return b.Labels[0]
	}
	return b.Type
}

// BlocksFor returns the nested blocks of a body that write those of a type.
func BlocksFor(body *Body, kind string) []*Block {
	var blocks []*Block
	for _, b := range body.Blocks {
		if BlockType(b) == kind {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// LiteralString returns the text of a string without interpolations, "" for any other expression.
func LiteralString(e hclsyntax.Expression) string {
	if template, ok := e.(*hclsyntax.TemplateExpr); ok {
		text, _ := LiteralText(template)
		return text
	}
	return ""
}
