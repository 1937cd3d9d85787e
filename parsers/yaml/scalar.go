package yaml

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// Kubernetes reads YAML 1.1 through sigs.k8s.io/yaml: plain yes, no, on, off, y and n are
// bools there, 010 is 8, and a date is a string. resolve follows that reader's table.

var words = map[string]string{
	"": "null", "~": "null", "null": "null", "Null": "null", "NULL": "null",
	"y": "true", "Y": "true", "yes": "true", "Yes": "true", "YES": "true",
	"true": "true", "True": "true", "TRUE": "true", "on": "true", "On": "true", "ON": "true",
	"n": "false", "N": "false", "no": "false", "No": "false", "NO": "false",
	"false": "false", "False": "false", "FALSE": "false", "off": "false", "Off": "false", "OFF": "false",
}

var floatForm = pattern.New(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

// resolve returns the kind of a scalar and its text: bools as "true" or "false", anything else
// as written.
func resolve(n *kyaml.Node) (model.Kind, string) {
	tagged := n.Style&kyaml.TaggedStyle != 0
	if !tagged && quotedOrBlock(n.Style) {
		return model.String, n.Value
	}
	if tagged {
		switch n.Tag {
		case "!!bool", "!!int", "!!float", "!!null":
		case "!!binary":
			if data, err := base64.StdEncoding.DecodeString(n.Value); err == nil {
				return model.String, string(data)
			}
			return model.String, n.Value
		default:
			return model.String, n.Value
		}
	}
	return resolvePlain(n.Value)
}

func quotedOrBlock(s kyaml.Style) bool {
	return s&(kyaml.DoubleQuotedStyle|kyaml.SingleQuotedStyle|kyaml.LiteralStyle|kyaml.FoldedStyle) != 0
}

func resolvePlain(text string) (model.Kind, string) {
	if word, ok := words[text]; ok {
		if word == "null" {
			return model.Null, ""
		}
		return model.Bool, word
	}
	if _, ok := Number(text); ok {
		return model.Number, text
	}
	return model.String, text
}

// Number returns the number that Kubernetes reads from a plain scalar, in JSON's notation: "010"
// gives "8", "1_000" gives "1000", "0x1F" gives "31". It returns false for a text that is not a
// number, and for .inf and .nan, which JSON has no notation for.
func Number(text string) (string, bool) {
	if text == "" || !strings.ContainsRune("+-.0123456789", rune(text[0])) {
		return "", false
	}
	if text[0] == '.' {
		return formatFloat(text)
	}
	plain := strings.ReplaceAll(text, "_", "")
	if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return strconv.FormatInt(i, 10), true
	}
	if u, err := strconv.ParseUint(plain, 0, 64); err == nil {
		return strconv.FormatUint(u, 10), true
	}
	if floatForm().MatchString(plain) {
		return formatFloat(plain)
	}
	sign, digits, binary := strings.Cut(plain, "0b")
	if !binary || sign != "" && sign != "-" {
		return "", false
	}
	if i, err := strconv.ParseInt(sign+digits, 2, 64); err == nil {
		return strconv.FormatInt(i, 10), true // 0b+1, which strconv's own prefix does not allow
	}
	return "", false
}

func formatFloat(text string) (string, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return "", false
	}
	if jsonNumber().MatchString(text) {
		return text, true
	}
	return strconv.FormatFloat(f, 'g', -1, 64), true
}

// isInteger reports whether a number is an integer that the YAML parser does not parse as a float.
func isInteger(number string) bool {
	_, err := strconv.ParseInt(number, 10, 64)
	_, err2 := strconv.ParseUint(number, 10, 64)
	return err == nil || err2 == nil
}

// keyText returns the key that Kubernetes sees: JSON has string keys only, so `on:` is "true"
// and `0x10:` is "16".
func keyText(kind model.Kind, text, source string) string {
	switch kind {
	case model.Number:
		if i, ok := Number(text); ok && isInteger(i) {
			return i
		}
		f, _ := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
		return strconv.FormatFloat(f, 'g', -1, 32)
	case model.Null:
		return source
	}
	return text
}
