package scripts

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

const script = `#!/bin/bash
# cat <<EOF
grep x <<< "apiVersion: v1"
cat <<EOF | kubectl apply -f -
apiVersion: v1
kind: A
---
apiVersion: v1
kind: ${B}
EOF
cat > notes.txt <<'END'
no object
END
if true; then
cat <<"END" > c.yaml
  apiVersion: v1
  kind: C
END
fi
	cat <<-END | kubectl apply -f -
	apiVersion: v1
	kind: D

	spec:
	  a: b
	END
cat <<-'E'
apiVersion: v1
kind: E
	E
cat > f.yaml << 'F'
apiVersion: v1
kind: F
F
cat <<END
apiVersion: v1
kind: endless
`

// TestRead: objects in heredocs keep their lines. Restore puts all other lines back, and fails if one of them has moved.
func TestRead(t *testing.T) {
	for _, newline := range []string{"\n", "\r\n"} {
		text := strings.ReplaceAll(script, "\n", newline)
		s := Read(model.NewFile("a.sh", []byte(text)))
		if s == nil {
			t.Fatal("the script has objects")
		}
		var kinds []string
		yaml.Documents(s.Manifests, func(doc *model.Document, err *yaml.ParseError) bool {
			if err != nil {
				t.Fatal(err)
			}
			if doc.Root != nil {
				line := s.Manifests.Position(doc.Root.Span.Start).Line
				kinds = append(kinds, doc.Root.Str("kind"))
				if want := strings.Split(script, "\n")[line-1]; strings.TrimSpace(want) != "apiVersion: v1" {
					t.Errorf("line %d is %q", line, want)
				}
			}
			return true
		})
		if strings.Join(kinds, " ") != "A  C D E F" { // the kind of the second is unknown
			t.Errorf("the kinds are %q", kinds)
		}
		if got, ok := s.Restore(s.Manifests.Data); !ok || string(got) != text {
			t.Errorf("%v:\n%s", ok, got)
		}
		indented := bytes.Replace(s.Manifests.Data, []byte("  a: b"), []byte("  a:\n    b: c"), 1)
		if got, ok := s.Restore(indented); !ok || !strings.Contains(string(got), "\n\t  a:\n\t    b: c"+newline+"\tEND") {
			t.Errorf("%v: new lines have other tabs\n%s", ok, got)
		}
		if strings.Contains(string(s.Remainder.Data), "kind: A") || bytes.Count(s.Remainder.Data, []byte("\n")) != strings.Count(script, "\n") {
			t.Errorf("the remainder is\n%s", s.Remainder.Data)
		}
		lines := bytes.SplitAfter(s.Manifests.Data, []byte("\n"))
		for name, changed := range map[string][][]byte{"lost": lines[1:], "twice": append(lines[:1:1], lines...)} {
			if _, ok := s.Restore(bytes.Join(changed, nil)); ok {
				t.Errorf("%s: the lines outside of the objects changed", name)
			}
		}
	}
}

func TestNoObjects(t *testing.T) {
	for name, text := range map[string]string{
		"a.sh":   "cat <<EOF\nhello\nEOF\n",
		"b.sh":   "echo 'apiVersion: v1'\n",
		"c.sh":   "cat <<-EOF\n\tapiVersion: v1\n\t\tkind: A\n\tEOF\n",
		"e.sh":   "cat <<-EOF\n\tapiVersion: v1\n\t\n\tkind: A\n\tEOF\n",
		"d.yaml": "cat <<EOF\napiVersion: v1\nEOF\n",
	} {
		if Read(model.NewFile(name, []byte(text))) != nil {
			t.Errorf("%s has no object that can be read", name)
		}
	}
}

// TestManyHeredocs: the lines that may end a heredoc are looked for once, however many heredocs have no end.
func TestManyHeredocs(t *testing.T) {
	text := "cat <<A\napiVersion: v1\nA\n" + strings.Repeat("cat <<B\n", 1000)
	s := Read(model.NewFile("a.sh", []byte(text)))
	if s == nil {
		t.Fatal("the script has objects")
	}
	if lines := s.ends[""]; len(s.ends) != 1 || len(lines) != 1 || len(lines["A"]) != 1 {
		t.Errorf("%v", s.ends)
	}
}
