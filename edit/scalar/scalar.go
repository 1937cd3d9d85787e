// Package scalar writes one value as text, in the style of its neighbours, and changes parts of a text where they are written.
package scalar

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// Text writes a scalar that is in no file yet: in its own style if it names one, else
// in the quotes of like, else plain where YAML 1.1, which Kubernetes reads, takes it for the
// string it is.
func Text(v *model.Value, like model.Style, inFlow, asJSON bool) string {
	switch v.Kind {
	case model.Null:
		return "null"
	case model.List:
		return "[]"
	case model.Map:
		return "{}"
	case model.Unknown:
		return unknownText(v, like)
	case model.String:
	default:
		return v.Text
	}
	if asJSON {
		return Quote(v.Text)
	}
	style := v.Style
	if style == model.None {
		style = like
	}
	switch {
	case style == model.SingleQuoted && IsPrintable(v.Text):
		return "'" + strings.ReplaceAll(v.Text, "'", "''") + "'"
	case style == model.DoubleQuoted || !IsPlain(v.Text, inFlow):
		return Quote(v.Text)
	}
	return v.Text
}

// unknownText writes a template, without escapes, in the quotes of the value that it replaces.
func unknownText(v *model.Value, like model.Style) string {
	if v.Style != model.None {
		like = v.Style
	}
	switch like {
	case model.SingleQuoted:
		return "'" + v.Text + "'"
	case model.DoubleQuoted:
		return `"` + v.Text + `"`
	}
	return v.Text
}

// Quote quotes text; JSON's escapes are YAML's as well.
func Quote(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return `""`
	}
	return escapeOthers(strings.TrimSuffix(b.String(), "\n"))
}

// escapeOthers escapes the characters that JSON allows in quotes, but YAML forbids or reads as the end of a line (U+0085).
func escapeOthers(quoted string) string {
	isOther := func(r rune) bool {
		isControl := 0x7F <= r && r < 0xA0
		return isControl || strings.ContainsRune("\uFEFF\uFFFE\uFFFF", r)
	}
	if !strings.ContainsFunc(quoted, isOther) {
		return quoted
	}
	var b strings.Builder
	for _, r := range quoted {
		if isOther(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsPrintable reports whether text can be written in single quotes on one line.
func IsPrintable(text string) bool {
	for _, r := range text {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return utf8.ValidString(text)
}

var (
	// notString matches plain scalars that YAML 1.1 or 1.2 readers take for null, bool, number,
	// date, merge or value keys.
	notString = pattern.New(`^(?i:~|null|true|false|yes|no|on|off|y|n|<<|=|` +
		`[-+]?\.(inf|nan)|[-+]?0x[0-9a-f_]+|[-+]?0o?[0-7_]+|[-+]?0b[01_]+|` +
		`[-+]?[0-9][0-9_]*(:[0-9_]+)*(\.[0-9_]*)?(e[-+]?[0-9]+)?|[-+]?\.[0-9_]+(e[-+]?[0-9]+)?|` +
		`[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([t \t].*)?)$`)
	// plainStart lists the characters with which a plain scalar must not start; "-", "?" and ":" would
	// be allowed before a letter but read badly.
	plainStart = "-?:,[]{}#&*!|>'\"%@`"
)

// IsPlain reports whether YAML reads the unquoted text as a string with that text; inFlow is true inside a flow
// collection.
func IsPlain(text string, inFlow bool) bool {
	switch {
	case text == "", strings.TrimSpace(text) != text, !IsPrintable(text):
		return false
	case strings.ContainsRune(plainStart, rune(text[0])):
		return false
	case strings.Contains(text, ": "), strings.Contains(text, " #"), strings.HasSuffix(text, ":"):
		return false
	case strings.HasPrefix(text, "..."), notString().MatchString(text):
		return false
	}
	return !inFlow || !strings.ContainsAny(text, ",[]{}?:") // as libyaml reads them
}
