package printable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// JSON writes a value as indented JSON. Runes that Text would replace are escaped in strings, so that a reader of the JSON gets the original text.
func JSON(w io.Writer, value any) error {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(escaped(encoded.Bytes()))
	return err
}

// escaped escapes the runes in the strings of encoded JSON that Text would replace and the encoder has not escaped.
func escaped(encoded []byte) []byte {
	if bytes.Contains(encoded, []byte("##")) {
		encoded = command().ReplaceAll(encoded, []byte(`##${1}\u005b`))
	}
	if !bytes.ContainsFunc(encoded, isUnescaped) {
		return encoded
	}
	var b strings.Builder
	for _, r := range string(encoded) {
		if isUnescaped(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return []byte(b.String())
}

// isUnescaped reports whether the encoder writes an unprintable rune as it is. All of those are below U+10000.
func isUnescaped(r rune) bool { return r != '\n' && unprintable(r) }
