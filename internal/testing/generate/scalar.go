package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	named = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9.-]{3,}$`)
	// word matches a text that needs no quotes, and measure one that begins with a digit.
	word    = regexp.MustCompile(`^[A-Za-z_/$][A-Za-z0-9_./@%+*?$-]*( [A-Za-z0-9_./@%+*?$-]+)*$`)
	measure = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?(%|[KMGT]i|[mkMGT]|[hms])$|^([0-9]+[hms]){2,}$|^[0-9]+(\.[0-9]+){2,}$`)
	// reserved matches words that some version of YAML does not read as texts.
	reserved = regexp.MustCompile(`^(?i:true|false|yes|no|on|off|y|n|null|nan|inf)$`)
)

// plainSafe reports whether a text without quotes reads as that text.
func plainSafe(text string) bool {
	return word.MatchString(text) && !reserved.MatchString(text) || measure.MatchString(text)
}

// anchor writes a text with an anchor, or an alias of an earlier one.
func (r *renderer) anchor(text string) string {
	if !r.anchors || !named.MatchString(text) || !r.chance(30) {
		return r.scalar(text)
	}
	if name := r.anchored[text]; name != "" {
		return "*" + name + " "
	}
	name := "a" + r.next()
	r.anchored[text] = name
	return "&" + name + " " + r.scalar(text)
}

func (r *renderer) scalar(text string) string {
	if plainSafe(text) && !r.chance(r.quotes) {
		return text
	}
	return r.quoted(text)
}

func (r *renderer) quoted(text string) string {
	if strings.ContainsAny(text, "\n\t") || r.chance(70) {
		return strconv.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// asJSON writes a tree as JSON, with the given indentation, or on one line.
func asJSON(v any, indent string) string {
	text, _ := json.Marshal(v) // trees marshal
	var b bytes.Buffer
	if indent != "" {
		_ = json.Indent(&b, text, "", indent)
		text = b.Bytes()
	}
	return string(text) + "\n"
}

// MarshalJSON writes a map in its order.
func (m Map) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, e := range m {
		mark := ","
		if i == 0 {
			mark = ""
		}
		value, err := json.Marshal(e.Value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s%q:%s", mark, e.Key, value)
	}
	return []byte("{" + b.String() + "}"), nil
}
