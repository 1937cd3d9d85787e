package docs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

const root = ".."

// TestRulePages holds docs/rules to the rules: one page for each, made from its METADATA and its
// examples, and no page more.
func TestRulePages(t *testing.T) {
	want := map[string]bool{}
	for _, rule := range loadRules(t) {
		examples, err := rule.Examples()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("rules", rule.ID+".md")
		want[name] = true
		compare(t, name, rulePage(rule, examples))
	}
	pages, err := filepath.Glob("rules/KL*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if want[page] {
			continue
		}
		if !golden.Update() {
			t.Errorf("docs/%s belongs to no rule; run make docs", page)
		} else if err := os.Remove(page); err != nil {
			t.Fatal(err)
		}
	}
}

// A generated block in a page that is otherwise written by hand: the table of rules, the tables of the conversion, or what
// a command prints in examples/ or in a directory below it. What a command prints as Markdown is a part of the page.
var block = regexp.MustCompile(`(?ms)^<!-- (rules|fields|in (examples\S*): karplint ([^\n]*)) -->\n.*?^<!-- end -->\n`)

// TestBlocks holds the generated blocks of the hand-written pages to what they show.
func TestBlocks(t *testing.T) {
	for _, name := range []string{"../README.md", "../examples/README.md", "rules/README.md", "convert.md", "runbook.md"} {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !block.Match(page) {
			t.Errorf("%s holds no generated block; drop it from this test", name)
		}
		compare(t, name, block.ReplaceAllStringFunc(string(page), func(old string) string {
			match := block.FindStringSubmatch(old)
			var text string
			switch match[1] {
			case "rules":
				text = "\n" + ruleTable(loadRules(t))
			case "fields":
				text = fieldTables(fields.Tables())
			default:
				text = shown(t, match[2], match[3])
			}
			return "<!-- " + match[1] + " -->\n" + text + "<!-- end -->\n"
		}))
	}
}

func loadRules(t *testing.T) []*rule.Rule {
	t.Helper()
	loaded, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	return loaded.All()
}

// head is the end of a command whose page shows the first lines only.
var head = regexp.MustCompile(` \| head -(\d+)$`)

// shown returns what a command prints in a directory, for a page: as it is if it is Markdown, else as a terminal shows it.
func shown(t *testing.T, dir, command string) string {
	t.Helper()
	args := strings.Fields(head.ReplaceAllString(command, ""))
	out := firstLines(runKarplint(t, repository(t, dir), args), command)
	if strings.Contains(strings.Join(args, " "), "--format markdown") {
		return "\n" + out + "\n"
	}
	return "```console\n" + dir + "$ karplint " + command + "\n" + out + "```\n"
}

// firstLines returns as much of what a command prints as its page shows.
func firstLines(out, command string) string {
	limit := head.FindStringSubmatch(command)
	if limit == nil {
		return out
	}
	lines, _ := strconv.Atoi(limit[1]) // the pattern has digits
	all := strings.SplitAfterN(out, "\n", lines+1)
	return strings.Join(all[:min(lines, len(all))], "")
}

// repository returns the directory to run in for a page that shows examples/ or a directory below it. Such a directory stands for
// a repository of its own, so it is copied: its result must not depend on the other examples.
func repository(t *testing.T, dir string) string {
	t.Helper()
	original := filepath.Join(root, filepath.FromSlash(dir))
	if dir == "examples" {
		return original
	}
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(original)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(copied, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return copied
}

// runKarplint returns what a command prints in a directory.
func runKarplint(t *testing.T, dir string, args []string) string {
	t.Helper()
	docs, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	defer t.Chdir(docs)
	var out bytes.Buffer
	cli.Main(append([]string{"karplint"}, args...), strings.NewReader(""), &out, &out)
	return out.String()
}

// compare fails if the file does not hold text, or writes it with -update.
func compare(t *testing.T, name, text string) {
	t.Helper()
	if golden.Update() {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if string(old) != text {
		t.Errorf("docs/%s is stale; run make docs:\n%s", name, udiff.Unified("page", "generated", string(old), text))
	}
}
