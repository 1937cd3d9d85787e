package hcl

import (
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"

	"github.com/karplint/karplint/model"
)

// firstError turns the first error of the reader's into one with a place and one line of text.
func firstError(f *model.File, diags hcl2.Diagnostics) *ParseError {
	for _, d := range diags {
		if d.Severity != hcl2.DiagError {
			continue
		}
		var at model.Span
		if d.Subject != nil {
			at = spanOf(*d.Subject)
		}
		return errorAt(f, at, "%s", strings.ToLower(d.Summary[:1])+d.Summary[1:])
	}
	return nil
}

func spanOf(r hcl2.Range) model.Span { return model.Span{Start: r.Start.Byte, End: r.End.Byte} }
