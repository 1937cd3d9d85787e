package helm

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// showText writes a value in one line: … for the unknown rest of an open collection, ‹› for an unknown value.
func showText(v *model.Value) string {
	if v == nil {
		return "nil"
	}
	var parts []string
	switch v.Kind {
	case model.Null:
		return "null"
	case model.String:
		return strconv.Quote(v.Text)
	case model.Unknown:
		return "‹" + v.Text + "›"
	case model.List:
		for _, item := range v.Items {
			parts = append(parts, showText(item))
		}
		if v.Open {
			parts = append(parts, "…")
		}
		return "[" + strings.Join(parts, " ") + "]"
	case model.Map:
		for _, e := range v.Entries {
			parts = append(parts, showText(e.Key)+": "+showText(e.Value))
		}
		if v.Open {
			parts = append(parts, "…")
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.Text
}
