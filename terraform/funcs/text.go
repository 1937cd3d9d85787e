package funcs

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/karplint/karplint/terraform/located"
)

// Functions of Terraform that the library does not have, on wholly known arguments.

// newFunction returns a function whose arguments and result have the types.
func newFunction(result cty.Type, arguments []cty.Type, f func([]cty.Value) (cty.Value, error)) function.Function {
	spec := &function.Spec{
		Type: function.StaticReturnType(result),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f(args) },
	}
	for _, ty := range arguments {
		spec.Params = append(spec.Params, function.Parameter{Name: ty.FriendlyName(), Type: ty})
	}
	return function.New(spec)
}

// textFunction returns a function of strings that gives a string.
func textFunction(arguments int, f func([]string) (string, error)) function.Function {
	return newFunction(cty.String, slices.Repeat([]cty.Type{cty.String}, arguments), func(args []cty.Value) (cty.Value, error) {
		result, err := f(textsOf(args))
		return cty.StringVal(result), err
	})
}

// testFunction returns a function of two strings that gives a bool.
func testFunction(f func(s, t string) bool) function.Function {
	return testFunctionOf(func(s, t string) (bool, error) { return f(s, t), nil })
}

// testFunctionOf is like testFunction, for a function that may reject its arguments.
func testFunctionOf(f func(s, t string) (bool, error)) function.Function {
	return newFunction(cty.Bool, []cty.Type{cty.String, cty.String}, func(args []cty.Value) (cty.Value, error) {
		result, err := f(args[0].AsString(), args[1].AsString())
		return cty.BoolVal(result), err
	})
}

func textsOf(args []cty.Value) []string {
	texts := make([]string, len(args))
	for i, arg := range args {
		texts[i] = arg.AsString()
	}
	return texts
}

var (
	startsWith  = testFunction(strings.HasPrefix)
	endsWith    = testFunction(strings.HasSuffix)
	strContains = testFunction(strings.Contains)

	baseName = textFunction(1, func(a []string) (string, error) { return filepath.Base(a[0]), nil })
	dirName  = textFunction(1, func(a []string) (string, error) { return filepath.Dir(a[0]), nil })

	base64Decode = textFunction(1, decodeBase64)
	replace      = textFunction(3, replaceText)
)

func base64Text(data []byte) string { return base64.StdEncoding.EncodeToString(data) }

// hashed returns a function for the hash of data, written by encode.
func hashed(newHash func() hash.Hash, encode func([]byte) string) func([]byte) string {
	return func(data []byte) string {
		h := newHash()
		h.Write(data)
		return encode(h.Sum(nil))
	}
}

var (
	hexMD5       = hashed(md5.New, hex.EncodeToString)
	hexSHA1      = hashed(sha1.New, hex.EncodeToString)
	hexSHA256    = hashed(sha256.New, hex.EncodeToString)
	base64SHA256 = hashed(sha256.New, base64Text)
)

// ofText returns a function from a string to a string.
func ofText(f func([]byte) string) function.Function {
	return textFunction(1, func(a []string) (string, error) { return f([]byte(a[0])), nil })
}

func decodeBase64(a []string) (string, error) {
	data, err := base64.StdEncoding.DecodeString(a[0])
	if err != nil || !utf8.Valid(data) {
		return "", errors.New("no base64 of a text in UTF-8")
	}
	return string(data), nil
}

// replaceText is replace(text, old, new). Between slashes, old is a regular expression.
func replaceText(a []string) (string, error) {
	old := a[1]
	if len(old) < 2 || old[0] != '/' || old[len(old)-1] != '/' {
		if len(a[0])*(len(a[2])+1) > located.MaxString && strings.Count(a[0], old)*len(a[2]) > located.MaxString {
			return "", errTooLong
		}
		return strings.ReplaceAll(a[0], old, a[2]), nil
	}
	re, err := regexp.Compile(old[1 : len(old)-1])
	if err != nil {
		return "", err
	}
	if len(a[0])*(len(a[2])+1) > 64*located.MaxString {
		return "", errTooLong
	}
	return re.ReplaceAllString(a[0], a[2]), nil
}

var errTooLong = errors.New("the result is too long")
