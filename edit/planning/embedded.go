package planning

import "github.com/karplint/karplint/model"

// heredocAround returns the heredoc that holds the span, nil if none does.
func heredocAround(v *model.Value, span model.Span) *model.Value {
	if v == nil || !v.Span.Contains(span) {
		return nil
	}
	if v.Style == model.Literal {
		return v
	}
	for _, child := range v.Children() {
		if found := heredocAround(child, span); found != nil {
			return found
		}
	}
	return nil
}
