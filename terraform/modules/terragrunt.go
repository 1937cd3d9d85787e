package modules

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// addUnit adds what a terragrunt.hcl says as the call of a module: Terragrunt runs the module in terraform.source with the inputs as the values
// of its variables. A unit whose source is not local, or not known, calls nothing.
// Source: gruntwork-io/terragrunt v0.67.16, docs/_docs/04_reference/config-blocks-and-attributes.md
func (m *module) addUnit(source *hcl.Source) {
	if !filetype.IsTerragrunt(path.Base(source.File.Path)) {
		return
	}
	for _, b := range source.Body.Blocks {
		attribute := b.Body.Attribute("source")
		if b.Type != "terraform" || len(b.Labels) > 0 || attribute == nil {
			continue
		}
		local := sourceOfUnit(source.File, attribute)
		if !isLocal(local) {
			continue
		}
		call := &hcl.Block{
			File: source.File, Type: "module", Labels: []string{""}, Path: b.Path, Header: b.Header, Span: b.Span,
			Body: hcl.NewBody(append(inputsOf(source), literalAttribute(attribute, local)), nil),
		}
		m.Calls = append(m.Calls, call)
		m.note(call)
	}
}

// sourceOfUnit returns the source of a unit as that of a module call: "${get_terragrunt_dir()}/../x" is "../x".
func sourceOfUnit(f *model.File, source *hcl.Attribute) string {
	return strings.TrimPrefix(strings.Trim(textOf(f, source.Expr), `"`), "${get_terragrunt_dir()}/")
}

func textOf(f *model.File, e hclsyntax.Expression) string {
	span := hcl.ExpressionSpan(f, e)
	return string(f.Data[span.Start:span.End])
}

// literalAttribute returns an attribute with a text in the place of its expression.
func literalAttribute(a *hcl.Attribute, text string) *hcl.Attribute {
	literal := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(text), SrcRange: a.Expr.Range()}
	template := &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{literal}, SrcRange: a.Expr.Range()}
	return &hcl.Attribute{Name: a.Name, Key: a.Key, Span: a.Span, Expr: template}
}

// inputsOf returns the inputs of a unit as attributes. Of inputs that a function makes, none are known.
func inputsOf(source *hcl.Source) (attributes []*hcl.Attribute) {
	inputs := source.Body.Attribute("inputs")
	if inputs == nil {
		return nil
	}
	object, ok := inputs.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	known := map[string]bool{"source": true}
	for _, item := range object.Items {
		name := strings.Trim(textOf(source.File, item.KeyExpr), `"`)
		if !hclsyntax.ValidIdentifier(name) || known[name] {
			continue
		}
		known[name] = true
		key, value := hcl.SpanOf(item.KeyExpr.Range()), hcl.SpanOf(item.ValueExpr.Range())
		attributes = append(attributes, &hcl.Attribute{
			Name: name, Key: key, Span: model.Span{Start: key.Start, End: value.End}, Expr: item.ValueExpr,
		})
	}
	return attributes
}
