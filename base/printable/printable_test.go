package printable_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/karplint/karplint/base/printable"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"a é € 😀 \u200d":            "a é € 😀 \u200d",
		"a\x1b[31m\x7f\r\n\t":       "a␛[31m␡␍␊␉",
		"a\u009b\u202e\u2066\ufeff": "a\ufffd\ufffd\ufffd\ufffd",
		"a\u2028\u2029\xff\xe2\x82": "a\ufffd\ufffd\ufffd\ufffd\ufffd",
		"a\uffffb\ufffe":            "a\ufffdb\ufffd",
		"x ##[error]y":              "x #·[error]y",
		"###vso[a]##TeamCity[b":     "##·vso[a]#·TeamCity[b",
		"## a [b] ##-[":             "## a [b] ##-[",
	} {
		if got := printable.Text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestPath(t *testing.T) {
	for path, want := range map[string]string{"a::b.yaml": "a::b.yaml", "::error file=a::b.yaml": "./::error file=a::b.yaml", "\n::x": "␊::x",
		" \u3000::error::x": "./ \u3000::error::x", "a ::b": "a ::b"} {
		if got := printable.Path(path); got != want {
			t.Errorf("%q becomes %q, want %q", path, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	for line, want := range map[string]string{"a ::error::b": "a ::error::b", "::error::b": ": :error::b", "  ::error::b": "  : :error::b",
		"\u00a0\u2003::error::b": "\u00a0\u2003: :error::b", "\x1b::b": "␛::b"} {
		if got := printable.Line(line); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

// TestJSON: nothing in the output changes what a terminal or a workflow shows, and the text is the same after decoding.
func TestJSON(t *testing.T) {
	text := "a\x1b[31m\u009b\x7f\u202e\ufeff\u2028##[error]##vso[b\n"
	var out bytes.Buffer
	if err := printable.JSON(&out, map[string]string{"file": text}); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(out.String(), "\n") {
		if printable.Text(line) != line {
			t.Errorf("%q", line)
		}
	}
	var decoded map[string]string
	if err := json.Unmarshal(out.Bytes(), &decoded); err != nil {
		t.Fatal(err)
	}
	if decoded["file"] != text {
		t.Errorf("%q, want %q", decoded["file"], text)
	}
}
