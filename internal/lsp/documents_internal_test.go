package lsp

import (
	"strings"
	"testing"
	"unicode/utf16"

	protocol "github.com/tliron/glsp/protocol_3_16"
	"pgregory.net/rapid"
)

// TestPositions: columns are code units of UTF-16, lines end with \n, \r\n or \r, and what is beyond a line or a text is at its end.
func TestPositions(t *testing.T) {
	text := "a\r\nb𝒳ü\rc\n"
	for _, test := range []struct {
		line, character uint32
		offset          int
		back            [2]uint32
	}{
		{0, 0, 0, [2]uint32{0, 0}}, {0, 1, 1, [2]uint32{0, 1}}, {0, 9, 1, [2]uint32{0, 1}},
		{1, 1, 4, [2]uint32{1, 1}}, {1, 2, 4, [2]uint32{1, 1}}, {1, 3, 8, [2]uint32{1, 3}}, {1, 4, 10, [2]uint32{1, 4}}, {1, 5, 10, [2]uint32{1, 4}},
		{2, 1, 12, [2]uint32{2, 1}}, {3, 0, 13, [2]uint32{3, 0}}, {3, 7, 13, [2]uint32{3, 0}}, {4, 0, 13, [2]uint32{3, 0}},
		{1<<32 - 1, 1<<32 - 1, 13, [2]uint32{3, 0}},
	} {
		l := newLines([]byte(text))
		offset := l.offset(protocol.Position{Line: test.line, Character: test.character})
		back := l.position(offset)
		if offset != test.offset || back.Line != test.back[0] || back.Character != test.back[1] {
			t.Errorf("%d:%d is at %d, want %d; back %v", test.line, test.character, offset, test.offset, back)
		}
	}
}

// TestPositionsAgree: a text has as many units before a position as Go's own encoder makes of it, and every position leads back to its offset.
func TestPositionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab ü€𝒳\n")), 0, 40, -1).Draw(t, "text")
		l := newLines([]byte(text))
		for offset := range text {
			p := l.position(offset)
			line := text[strings.LastIndex(text[:offset], "\n")+1 : offset]
			if int(p.Line) != strings.Count(text[:offset], "\n") || int(p.Character) != len(utf16.Encode([]rune(line))) {
				t.Fatalf("%q: %d is %v", text, offset, p)
			}
			if back := l.offset(p); back != offset {
				t.Fatalf("%q: %d is %v, and back %d", text, offset, p, back)
			}
		}
	})
}

func TestApply(t *testing.T) {
	change := func(from, to [2]uint32, text string) protocol.TextDocumentContentChangeEvent {
		r := protocol.Range{Start: protocol.Position{Line: from[0], Character: from[1]}, End: protocol.Position{Line: to[0], Character: to[1]}}
		return protocol.TextDocumentContentChangeEvent{Range: &r, Text: text}
	}
	for _, test := range []struct {
		change any
		want   string
	}{
		{change([2]uint32{0, 1}, [2]uint32{1, 1}, "X"), "aXd\n"},
		{change([2]uint32{1, 0}, [2]uint32{0, 0}, "X"), "ab\nXcd\n"}, // the wrong way round: nothing is deleted
		{change([2]uint32{9, 9}, [2]uint32{9, 9}, "X"), "ab\ncd\nX"},
		{protocol.TextDocumentContentChangeEventWhole{Text: "new"}, "new"},
	} {
		before := []byte("ab\ncd\n")
		if got := apply(before, test.change); string(got) != test.want || string(before) != "ab\ncd\n" {
			t.Errorf("%v: %q, want %q", test.change, got, test.want)
		}
	}
}

func TestAddresses(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b%20c.yaml": "/a/b c.yaml", "file:///a/../b.yaml": "/b.yaml", "untitled:Untitled-1": "", "https://example.com/a.yaml": "", "file://": "",
		"file:///%zz": "", "": "", "a.yaml": "", "git:/a.yaml?x": "",
	} {
		if got := pathOf(uri); got != want {
			t.Errorf("%s: %q, want %q", uri, got, want)
		}
	}
	for _, path := range []string{"/a/b c.yaml", "/ü/100%/a#b?.yaml"} {
		if got := pathOf(uriOf(path)); got != path {
			t.Errorf("%s becomes %s and then %s", path, uriOf(path), got)
		}
	}
}
