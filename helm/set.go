package helm

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// Bounds of a key of --set. Helm has such bounds too, because an index makes a list of that length.
const (
	maxSetIndex = 1024 // Helm's limit is 65536, which no chart needs
	maxSetDepth = 30   // as Helm's
)

// ParseSetKey splits a key of helm --set into steps: dots separate names, a backslash escapes a character,
// [0] is an item of a list. It returns false for keys that Helm rejects, and for keys above the bounds.
func ParseSetKey(key string) ([]any, bool) {
	var steps []any
	var name strings.Builder
	named := false // a name began after the last dot or bracket
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
			if end < 0 {
				return nil, false
			}
			if named {
				flush()
			}
			if len(steps) == 0 {
				return nil, false // a key starts with a name
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

// SetKey writes steps as a key of helm --set. It is the inverse of ParseSetKey.
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

// setEscapes puts a backslash before characters that have a meaning in a key.
var setEscapes = strings.NewReplacer(`\`, `\\`, ".", `\.`, ",", `\,`, "=", `\=`, "[", `\[`)

func isIndex(step any) bool {
	_, ok := step.(int)
	return ok
}

var setInteger = pattern.New(`^(0|-?[1-9][0-9]*)$`)

// parseSetValue reads a value of helm --set; kind is "" (or "auto"), "string" or "literal". The result keeps the place of v.
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

// splitSet splits a list at its commas, except those after a backslash.
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
func setScalar(origin *model.Value, text, kind string) *model.Value {
	text = unescape(text)
	if kind != "string" {
		switch {
		case text == "true" || text == "false":
			return scalarAt(origin, model.Bool, text)
		case text == "null":
			return scalarAt(origin, model.Null, "")
		case setInteger().MatchString(text):
			return scalarAt(origin, model.Number, text)
		}
	}
	return scalarAt(origin, model.String, text)
}

// scalarAt returns a scalar with the place of origin.
func scalarAt(origin *model.Value, kind model.Kind, text string) *model.Value {
	c := *origin
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
