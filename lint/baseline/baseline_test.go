package baseline

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const fingerprint = "0123456789abcdef0123456789abcdef"

// hostile are pieces of names and messages.
var hostile = []string{
	"web", "/", " ", "\n", "\r\n", "\t", "\"", "\\", "#", "=======", "<<<<<<< ",
	"\x00", "\x1b[31m", "\xff", "\u202e", "\u2028", "\u00a0", "\ufeff", "é", "::",
}

// TestFormat: what is written is read again, whatever is in names and messages, and in one line each; the order of the entries does not matter.
func TestFormat(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range random.IntN(8) {
			b.WriteString(hostile[random.IntN(len(hostile))])
		}
		return b.String()
	}
	for range 2000 {
		var entries []Entry
		for i := range 3 {
			entries = append(entries, Entry{Fingerprint: fingerprint[i:] + fingerprint[:i], Rule: "KL501", File: text(), Message: text()})
		}
		written := Format(entries)
		read, broken := Parse(written)
		if broken != nil {
			t.Fatalf("line %d: %v in\n%s", broken.Line, broken, written)
		}
		for _, e := range entries {
			e.Message = oneLine(e.Message)
			i := slices.IndexFunc(read, func(r Entry) bool { return r.Fingerprint == e.Fingerprint })
			if i < 0 {
				t.Fatalf("%q is not in\n%s", e.File, written)
			}
			e.Line = read[i].Line
			if d := cmp.Diff(e, read[i]); d != "" {
				t.Fatalf("(-written +read):\n%s%s", d, written)
			}
		}
		slices.Reverse(entries)
		if again := Format(append(entries, read...)); string(again) != string(written) {
			t.Fatalf("another order gives other bytes:\n%s", cmp.Diff(string(written), string(again)))
		}
		if crlf, _ := Parse([]byte("\ufeff" + strings.ReplaceAll(string(written), "\n", "\r\n"))); !cmp.Equal(crlf, read) {
			t.Fatalf("with other line ends (-want +got):\n%s", cmp.Diff(read, crlf))
		}
	}
}

// TestOrder: entries are sorted by file, so that changes in different files are in different places.
func TestOrder(t *testing.T) {
	got := string(Format([]Entry{
		{Fingerprint: "b" + fingerprint[1:], Rule: "KL501", File: "b.yaml", Message: "late"},
		{Fingerprint: fingerprint, Rule: "KL501", File: "a b.yaml", Message: "a\nmessage; " + strings.Repeat("long ", 100)},
		{Fingerprint: "a" + fingerprint[1:], Rule: "KL101", File: "b.yaml"},
	}))
	want := header +
		fingerprint + ` KL501 "a b.yaml" a␊message; ` + strings.Repeat("long ", 21) + "lon…\n" +
		"a" + fingerprint[1:] + " KL101 b.yaml\n" +
		"b" + fingerprint[1:] + " KL501 b.yaml late\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestBroken: a line that is no entry is named; the lines of both sides of a conflict are read.
func TestBroken(t *testing.T) {
	entry := fingerprint + " KL501 web.yaml a message\n"
	for text, want := range map[string]*Error{
		"# a comment\n\n  " + entry:                          nil,
		entry + "KL501 web.yaml\n":                           {Line: 2, Message: "the line is not of the form FINGERPRINT RULE FILE MESSAGE"},
		"\n" + fingerprint + "\n":                            {Line: 2, Message: "the line is not of the form FINGERPRINT RULE FILE MESSAGE"},
		fingerprint[1:] + " KL501 a":                         {Line: 1, Message: "the line is not of the form FINGERPRINT RULE FILE MESSAGE"},
		fingerprint + ` KL501 "a\z"`:                         {Line: 1, Message: "the name of the file is not in quotes as Go writes them"},
		fingerprint + ` KL501 "a b`:                          {Line: 1, Message: "the line is not of the form FINGERPRINT RULE FILE MESSAGE"},
		"<<<<<<< HEAD\n" + entry + "=======\n>>>>>>> main\n": {Line: 1, Message: "a conflict of git is left", Conflict: true},
		"<<<<<<< HEAD\n" + entry + "=======\nwhat\n":         {Line: 4, Message: "the line is not of the form FINGERPRINT RULE FILE MESSAGE"},
	} {
		entries, broken := Parse([]byte(text))
		if d := cmp.Diff(want, broken); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
		if strings.Contains(text, entry) != (len(entries) == 1) {
			t.Errorf("%q has the entries %v", text, entries)
		}
	}
}
