package helm

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// Bounds of what a set may name: Helm itself refuses larger ones.
const (
	maxSetIndex = 1024 // Helm has 65536, which no chart needs
	maxSetDepth = 30
)

// ParseSetKey reads a key as helm --set has it, into steps: dots separate names, a backslash takes a character as it is,
// [0] is an item of a list. It returns false for what Helm rejects or bounds.
func ParseSetKey(key string) ([]any, bool) {
	var steps []any
	var name strings.Builder
	named := false // a name stands since the last dot or bracket
	flush := func() bool {
		if !named {
			return len(steps) > 0 && isIndex(steps[len(steps)-1])
		}
		steps = append(steps, name.String())
		name.Reset()
		named = false
		return true
	}
	for i := 0; i < len(key); i++ {
		switch c := key[i]; c {
		case '\\':
			if i++; i == len(key) {
				return nil, false
			}
			name.WriteByte(key[i])
			named = true
		case '.':
			if !flush() {
				return nil, false
			}
		case '[':
			end := strings.IndexByte(key[i:], ']')
			if end < 0 || named && !flush() || len(steps) == 0 {
				return nil, false
			}
			n, err := strconv.Atoi(key[i+1 : i+end])
			inBounds := 0 <= n && n <= maxSetIndex
			if err != nil || !inBounds {
				return nil, false
			}
			steps = append(steps, n)
			i += end
		default:
			name.WriteByte(c)
			named = true
		}
	}
	return steps, flush() && len(steps) > 0 && len(steps) <= maxSetDepth
}

// SetKey writes steps as a key of helm --set, as ParseSetKey reads it.
func SetKey(steps []any) string {
	var key strings.Builder
	for i, step := range steps {
		switch step := step.(type) {
		case int:
			key.WriteString("[" + strconv.Itoa(step) + "]")
		case string:
			if i > 0 {
				key.WriteByte('.')
			}
			key.WriteString(setEscapes.Replace(step))
		}
	}
	return key.String()
}

// setEscapes puts a backslash before what has a meaning of its own in a key.
var setEscapes = strings.NewReplacer(`\`, `\\`, ".", `\.`, ",", `\,`, "=", `\=`, "[", `\[`)

func isIndex(step any) bool {
	_, ok := step.(int)
	return ok
}

var setInteger = pattern.New(`^(0|-?[1-9][0-9]*)$`)

// parseSetValue reads a value as helm --set has it; kind is "" (or "auto"), "string" or "literal". The result has the place
// of the value that it was read from.
func parseSetValue(v *model.Value, kind string) *model.Value {
	if !v.IsScalar() {
		return v // Unknown, or null, which removes a default
	}
	text := v.Text
	if kind == "literal" {
		return scalarAt(v, model.String, text)
	}
	if strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") {
		list := model.NewList().PlacedAt(v)
		if inner := text[1 : len(text)-1]; inner != "" {
			for _, part := range splitSet(inner) {
				list.Items = append(list.Items, setScalar(v, part, kind).PlacedAt(v))
			}
		}
		return list
	}
	return setScalar(v, text, kind)
}

// splitSet splits a list at its commas; one behind a backslash is part of the item.
func splitSet(text string) []string {
	var parts []string
	start := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ',':
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// setScalar gives a text the type that Helm gives it: bool, null, integer, or else string.
func setScalar(at *model.Value, text, kind string) *model.Value {
	text = unescape(text)
	if kind != "string" {
		switch {
		case text == "true" || text == "false":
			return scalarAt(at, model.Bool, text)
		case text == "null":
			return scalarAt(at, model.Null, "")
		case setInteger().MatchString(text):
			return scalarAt(at, model.Number, text)
		}
	}
	return scalarAt(at, model.String, text)
}

// scalarAt returns a scalar that stands where another one does.
func scalarAt(at *model.Value, kind model.Kind, text string) *model.Value {
	c := *at
	c.Kind, c.Text, c.Dash = kind, text, -1
	return &c
}

func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
