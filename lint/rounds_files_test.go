package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/lint/rule"
)

// TestFixRoundsOfFiles: fixes of two rules meet in one heredoc, in two heredocs of a file, and in a module of two roots.
func TestFixRoundsOfFiles(t *testing.T) {
	heredoc := "resource \"kubectl_manifest\" \"NAME\" {\n  yaml_body = <<-EOT\n    apiVersion: v1\n    kind: Pod\n    a: one # c\n    l: [a]\n    " +
		"---\n    kind: Pod\n    l:\n\t  - a\n    b:\n      l: [a]\n  EOT\n}\n"
	heredoc = strings.ReplaceAll(heredoc, "\t", "  ")
	call := "module \"pods\" {\n  source = \"../pods\"\n}\n"
	bodies := []string{sets("one", "two"), sets("two", "three"), adds("b"), adds("c")}
	for name, files := range map[string]map[string]string{
		"a heredoc":    {"main.tf": heredoc},
		"two heredocs": {"main.tf": heredoc + "\n" + strings.Replace(heredoc, "NAME", "other", 1)},
		"CRLF":         {"main.tf": strings.ReplaceAll(heredoc, "\n", "\r\n")},
		"a mark":       {"main.tf": "\ufeff" + strings.TrimSuffix(heredoc, "\n")},
		"two roots":    {"pods/main.tf": heredoc, "one/main.tf": call, "two/main.tf": call},
		"YAML":         {"pods.yaml": "kind: Pod\na: one\t# a tab\nl: [a]\n---\nkind: Pod\nb:\n  l:\n  - a"},
	} {
		t.Run(name, func(t *testing.T) {
			c, want := &rule.Example{Name: "bad/directory"}, map[string]string{}
			for path, text := range files {
				c.Files = append(c.Files, rule.ExampleFile{Name: path, Text: text})
				end := "\n"
				if strings.Contains(text, "\r") {
					end = "\r\n"
				}
				fixed := strings.NewReplacer("a: one", "a: three", "[a]", "[a, b, c]").Replace(text)
				var lines []string
				for line := range strings.SplitSeq(fixed, end) {
					lines = append(lines, line)
					if item, is := strings.CutSuffix(line, "- a"); is {
						lines = append(lines, item+"- b", item+"- c")
					}
				}
				if fixed = strings.Join(lines, end); fixed != text {
					want[path] = fixed
				}
			}
			fixed := fixTree(t, teamRules(t, bodies...), exampleTree(c, c.Files), true)
			got := map[string]string{}
			for path, text := range fixed.Texts {
				got[path] = string(text)
			}
			if d := cmp.Diff(want, got); d != "" || len(fixed.Findings) > 0 || len(fixed.Notes) > 0 {
				t.Errorf("findings %v, notes %q, files (-want +got):\n%s", fixed.Findings, fixed.Notes, d)
			}
		})
	}
}
