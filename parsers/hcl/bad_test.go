package hcl

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/model"
)

// TestErrors holds each error to its place and words.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.tf", "\xff\xfea\x00", `1:1 the file is in UTF-16; save it in UTF-8`},
		{"a.tf", "a = 1\n\x00", `2:1 the file is binary: it holds a NUL byte`},
		{"a.tf", "a = 1\nb = \"ü\xff\"\n", `2:7 invalid UTF-8: byte 0xff`},
		{"a.tf", "a = <<E\nü\xff\nE\n", `2:2 invalid UTF-8: byte 0xff`},
		{"a.tf", "ü\xff = 1\n", `1:2 invalid UTF-8: byte 0xff`},
		{"a.tf", "a = 1 \x07\n", `1:7 control character U+0007 is not allowed`},
		{"a.tf", "a = 1\nb = \"c\nd = 1\n", `2:5 a string has no end on its line`},
		{"a.tf", "a = \"b", `1:5 a string has no end`},
		{"a.tf", "a = <<-EOT\n  b\n EOTX\n", `1:5 a heredoc has no end: no line contains only EOT`},
		{"a.tf", "a = <<EOT\nb\nEOT", `1:5 a heredoc has no end: no line contains only EOT`},
		{"a.tf", "a = 1\n/* b\n", `2:1 a comment has no end`},
		{"a.tf", "a = \n", `1:5 no expression starts here`},
		{"a.tf", "a = 1\na = 2\n", `2:1 the argument occurs twice in its block`},
		{"a.tf", "a {\n  b = 1\n", `1:3 a block has no closing brace`},
		{"a.tf", "a = [1 2]\n", `1:8 a comma is missing between two items of a list`},
		{"a.tf", "a = {\n  b = 1, c\n}\n", `2:11 a key has no value`},
		{"a.tf", "a = 'b'\n", `1:5 a character that is not used in Terraform's language`},
		{"a.tf", "\ufeffa = “b”\n", `1:5 a character that is not used in Terraform's language`},
		{"a.tf", "a = 1, b = 2\n", `1:6 there is a comma after an argument`},
		{"a.tf", "resource \"a\" \"b\"\n{\n}\n", `1:17 the header of a block does not end in { on its line`},
		{"a.tf", "a = \"${b c}\"\n", `1:10 ${ … } continues where it should end; write $${ if it is text`},
		{"a.tf", "{% for x in y %}\na = 1\n{% endfor %}\n", `1:1 neither an argument nor a block starts here (Jinja)`},
		{"a.tf", "a = {{ x }}\n", `1:10 = is missing after a key (Jinja)`},
		{"a.tf", "a = \"b\n{{ x }}\"\n", `1:5 a string has no end on its line`},
		{"a.tf", "{{- if .Values.x }}\na = 1\n{{- end }}\n", `1:1 neither an argument nor a block starts here (Go template)`},
		{"a.tf", "a = \"{{ x[\"y\"] }}\"\n", `1:12 the line continues after an argument (Jinja)`},
		{"a.tf", "a = \"{{ .Values[\"y\"] }}\"\n", `1:18 the line continues after an argument (Go template)`},
		{"a.tf", "a = \"{{ x }}\"\nb = \n", `2:5 no expression starts here`},
		{"a.tf", "a = " + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), `1:505 brackets and operators are nested more than 1000 deep`},
		{"a.tf", "a = 1" + strings.Repeat(" + 1", 10_000), `1:4007 brackets and operators are nested more than 1000 deep`},
		{"a.tf", "a = " + strings.Repeat("1", harmless) + "\n", `1:5 a number is too large to be read`},
		{"a.tf", "a = \"" + strings.Repeat("$ ", 100_000) + "\"\n", `1:5 a text has more lines, $ or % than can be read; divide it`},
		{"a.tfvars.json", `{"a": 1,}`, `1:9 "}" is where a key in double quotes is expected`},
		{"a.tfvars.json", ``, `1:1 the document ends where a value is expected`},
		{"a.tfvars.json", "{\"a\": \"\xff\"}", `1:7 a string is not valid UTF-8`},
		{"a.tfvars.json", `{"a":` + strings.Repeat("[", 5000), `1:1006 collections are nested more than 1000 deep`},
	} {
		_, err := Parse(model.NewFile(c.name, []byte(c.text)))
		if err == nil {
			t.Errorf("%.40q is read", c.text)
			continue
		}
		p := err.File.Position(err.Span.Start)
		got := fmt.Sprintf("%d:%d %s", p.Line, p.Column, err)
		if err.Foreign != "" {
			got += " (" + err.Foreign + ")"
		}
		if got != c.want {
			t.Errorf("%.40q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestHostile reads what makes a reader without bounds take all stack, memory or time: as much as is not looked over, and more.
func TestHostile(t *testing.T) {
	for _, size := range []int{harmless - 20, 100_000} {
		testHostile(t, size)
	}
}

func testHostile(t *testing.T, size int) {
	all := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	for _, c := range []struct{ name, text string }{
		{"brackets", "a = " + all("[")},
		{"parentheses", "a = " + all("(")},
		{"braces", "a = " + all("{a=")},
		{"blocks", all("a {\n")},
		{"templates", "a = " + all(`"${`)},
		{"directives", "a = \"" + all("%{if a}")},
		{"directives in a heredoc", "a = <<E\n" + all("%{if a}\n") + "E\n"},
		{"not", "a = " + all("!")},
		{"minus", "a = " + all("-")},
		{"sum", "a = 1" + all("+1")},
		{"sum over lines", "a = (1" + all("\n+1") + ")"},
		{"sum in for", "a = {for x in y : x => 1" + all("\n+1") + "}"},
		{"sum in for behind a comment", "a = {# c\nfor x in y : x => 1" + all("\n+1") + "}"},
		{"conditionals", "a = 1" + all("?1:1")},
		{"conditionals inside", "a = 1" + all("?1")},
		{"indices", "a = b" + all("[c]")},
		{"splats", "a = b" + all("[*]")},
		{"old splats", "a = b" + all(".*")},
		{"calls", "a = " + all("f(")},
		{"long calls", "a = " + strings.Repeat("f("+strings.Repeat("a", size/100)+",", (harmless-20)/3)},
		{"namespaces", "a = b" + all("::b")},
		{"attributes", "a = b" + all(".b")},
		{"heredocs within heredocs", "a = " + all("<<E\n${")},
		{"heredocs", all("a = <<E\nE\n")},
		{"numbers", "a = " + all("1")},
		{"a name", all("a") + " = 1"},
		{"names", all("a\n")},
		{"arguments", all("a=1\n")},
		{"comments", all("/**/")},
		{"open comments", all("/*/")},
		{"hashes", all("#\n")},
		{"quotes", all(`"`)},
		{"strings", "a = [" + all(`"",`) + "]"},
		{"dollars", "a = \"" + all("$") + "\""},
		{"escapes", "a = \"" + all(`\n`) + "\""},
		{"bad escapes", "a = \"" + all(`\u`) + "\""},
		{"a long string", "a = \"" + all("b") + "\""},
		{"combining characters", "a = \"b" + all("\u0301") + "\""},
		{"a long heredoc", "a = <<-E\n" + all("  description: text\n") + "E\n"},
		{"a heredoc of short lines", "a = <<-E\n" + all("b\n") + "E\n"},
		{"a heredoc with directives", "a = <<-E\n%{if b}" + all("b\n") + "%{endif}E\nE\n"},
		{"calls around a long text", "a = " + strings.Repeat("f(", 500) + all("b,") + strings.Repeat(")", 500)},
		{"a large power", "a = 1e999999999 + 1" + all("0") + "\n"},
		{"a heredoc of one line", "a = <<-E\n" + all("b") + "\nE\n"},
		{"a heredoc with templates", "a = <<-E\n" + all("  description: ${b} text\n") + "E\n"},
		{"invalid", all("“")}, {"control", all("\x01")}, {"apostrophes", all("'")}, {"semicolons", all(";")}, {"dots", all(".")},
		{"carriage returns", all("\r")}, {"closing", all("}")}, {"closing brackets", all("])")}, {"tildes", "a = \"${" + all("~}")},
		{"byte order marks", all("\ufeff")},
		{"equals", all("=")}, {"labels", "a" + all(" b") + "{}"}, {"quoted labels", "a" + all(` "b"`) + "{}"},
		{"mixed up", all("a = {([\n")},
	} {
		for _, suffix := range []string{".tf", ".tfvars.json"} {
			text := c.text
			if suffix == ".tfvars.json" {
				text = `{"a": ` + quoteJSON("${"+strings.TrimPrefix(text[:len(text)/2], "a = ")+"}") + "}"
			}
			start := cputime.Used()
			_, err := Parse(model.NewFile("a"+suffix, []byte(text)))
			d := cputime.Used() - start
			t.Logf("%7d %-30s %-8s %6d ms  %v", size, c.name, suffix, d.Milliseconds(), err)
			if d > 10*time.Second {
				t.Errorf("%s took %v", c.name+suffix, d)
			}
		}
	}
}

func quoteJSON(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\x01", `\u0001`).Replace(text) + `"`
}
