package record

import "github.com/karplint/karplint/model"

// IsCollection reports whether v is a map or a list.
func IsCollection(v *model.Value) bool {
	return v != nil && (v.Kind == model.Map || v.Kind == model.List)
}

// Like returns a text with the quotes of another one.
func Like(old *model.Value, text string) *model.Value {
	v := model.NewString(text)
	if old.Style == model.SingleQuoted || old.Style == model.DoubleQuoted {
		v.Style = old.Style
	}
	return v
}

// Quoted returns a text in double quotes.
func Quoted(text string) *model.Value {
	v := model.NewString(text)
	v.Style = model.DoubleQuoted
	return v
}

// Fresh returns a copy of v without its place in a file.
func Fresh(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		*c = model.Value{Kind: c.Kind, Style: c.Style, Text: c.Text, Items: c.Items, Entries: c.Entries, Dash: -1}
	})
}

// Unplaced returns a copy of settings for another file: without places, and for JSON without comments.
func Unplaced(v *model.Value, isJSON bool) *model.Value {
	return v.Copy(func(c *model.Value) {
		c.Span = model.Span{}
		if isJSON {
			c.SetComments(nil)
		}
	})
}
