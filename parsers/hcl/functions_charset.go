package hcl

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// charset is how a text is written in bytes. ok is false for a text, or bytes, that cannot be.
type charset struct {
	encode func(text string) []byte
	decode func(data []byte) (text string, ok bool)
}

// charsets are those that Windows and Unix use by default; the others that Terraform knows give Unknown.
var charsets = map[string]charset{
	"UTF-8":    {func(text string) []byte { return []byte(text) }, func(data []byte) (string, bool) { return string(data), utf8.Valid(data) }},
	"UTF-16LE": {encodeUTF16, decodeUTF16},
}

func encodeUTF16(text string) []byte {
	var data []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		data = binary.LittleEndian.AppendUint16(data, unit)
	}
	return data
}

func decodeUTF16(data []byte) (string, bool) {
	var units []uint16
	for ; len(data) >= 2; data = data[2:] {
		units = append(units, binary.LittleEndian.Uint16(data))
	}
	text := string(utf16.Decode(units))
	return text, len(data) == 0 && !strings.ContainsRune(text, utf8.RuneError)
}

// textEncode is textencodebase64(text, charset).
func (s *scope) textEncode(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	set, ok := s.charsetOf(args)
	if !ok {
		return s.undecided(e, args)
	}
	return s.str(e, base64Text(set.encode(args[0].Text)))
}

// textDecode is textdecodebase64(base64, charset).
func (s *scope) textDecode(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	set, ok := s.charsetOf(args)
	if !ok {
		return s.undecided(e, args)
	}
	data, err := base64.StdEncoding.DecodeString(args[0].Text)
	if err != nil {
		return s.refuse(e, args)
	}
	text, ok := set.decode(data)
	if !ok {
		return s.undecided(e, args)
	}
	return s.str(e, text)
}

func (s *scope) charsetOf(args []*model.Value) (charset, bool) {
	if len(args) != 2 || args[0].Kind != model.String || args[1].Kind != model.String {
		return charset{}, false
	}
	set, ok := charsets[strings.ToUpper(args[1].Text)]
	return set, ok
}
