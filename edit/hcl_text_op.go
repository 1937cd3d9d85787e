package edit

import (
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

var errNotInPart = Refuse("the text is not written in a way that could be changed in part")

// hclScalarText is ScalarText for a text in a Terraform file: of a quoted one with templates what stands between the quotes, of a
// heredoc with templates its lines, without the indentation that they have in common.
func hclScalarText(data []byte, v *model.Value) (string, bool) {
	switch written := string(data[v.Span.Start:v.Span.End]); {
	case v.Kind == model.String:
		return strings.ReplaceAll(v.Text, "\r\n", "\n"), true
	case v.Kind != model.Unknown || len(v.Items) > 0:
		return "", false
	case v.Style == model.Literal:
		body, ok := hcl.HeredocBody(data, v.Span)
		if !ok {
			return "", false
		}
		text := strings.ReplaceAll(string(data[body.Start:body.End]), "\r\n", "\n")
		return strings.TrimPrefix(outdent("\n"+text), "\n"), true
	case isQuotedTemplate(written) && !strings.Contains(written, `\`):
		return written[1 : len(written)-1], true
	}
	return "", false
}

// isQuotedTemplate says whether an expression is one text in quotes with templates in it, and not two texts that are compared.
func isQuotedTemplate(expression string) bool {
	if !strings.HasPrefix(expression, `"`) {
		return false
	}
	parsed, diags := hclsyntax.ParseExpression([]byte(expression), "", hcl2.InitialPos)
	if diags.HasErrors() {
		return false
	}
	switch parsed.(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return true
	}
	return false
}
