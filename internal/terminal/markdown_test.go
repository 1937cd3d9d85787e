package terminal

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarkdownOnTerminal(t *testing.T) {
	const markdown = "Two charts have `karpenter crds` and **more\nthan** one [page](https://example.com).\n\n" +
		"| Installed by | What happens | Level |\n|---|---|---|\n| `a` | it starts at the same time as the other | error |\n| b | | |\n\n" +
		"- first, which is longer than a line of this terminal is\n- second\n\n```yaml\na:  1\n```\n"
	want := `Two charts have karpenter crds and more
than one page.

Installed by  What happens         Level
a             it starts at the     error
              same time as the
              other
b

- first, which is longer than a line of
  this terminal is
- second

    a:  1`
	got := strings.Join(Markdown(Terminal{Width: 40}, markdown), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	colored := strings.Join(Markdown(Terminal{Width: 40, Color: true}, markdown), "\n")
	if !strings.Contains(colored, "\x1b[36mkarpenter\x1b[0m \x1b[36mcrds\x1b[0m") || !strings.Contains(colored, "\x1b[1mthan\x1b[0m") {
		t.Errorf("code and emphasis are not painted: %q", colored)
	}
	if diff := cmp.Diff(want, style.ReplaceAllString(colored, "")); diff != "" {
		t.Errorf("colours change the lines:\n%s", diff)
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text           string
		columns, taken int
		want           []string
	}{
		{"", 10, 0, []string{""}},
		{"one two three", 7, 0, []string{"one two", "three"}},
		{"one two three", 7, 4, []string{"one", "two", "three"}},
		{"a terraform/modules/karpenter/main.tf:3 b", 10, 0, []string{"a", "terraform/modules/karpenter/main.tf:3", "b"}},
		{"日本 日本", 5, 0, []string{"日本", "日本"}},
	} {
		if got := Wrap(test.text, test.columns, test.taken); !cmp.Equal(got, test.want) {
			t.Errorf("Wrap(%q, %d, %d) = %q, want %q", test.text, test.columns, test.taken, got, test.want)
		}
	}
}
