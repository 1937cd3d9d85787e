package terraform

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// tofu returns the path of OpenTofu's program, which Go builds from conformance/tofu and keeps in its cache.
var tofu = sync.OnceValues(func() (string, error) {
	c := exec.Command("go", "tool", "-n", "tofu")
	c.Dir = filepath.Join("..", "tofu")
	var failed bytes.Buffer
	c.Stderr = &failed
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("tofu cannot be built: %w\n%s", err, failed.String())
	}
	return strings.TrimSpace(string(out)), nil
})

// patience is how long tofu may take. Some calls never end, such as range with a huge limit.
const patience = 2 * time.Minute

// run runs tofu in a directory, without any configuration of the user's, and returns its output.
func run(t *testing.T, dir, input string, args ...string) (string, error) {
	t.Helper()
	path, err := tofu()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Dir = dir
	c.Stdin = strings.NewReader(input)
	c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TF_CLI_CONFIG_FILE=" + os.DevNull, "CHECKPOINT_DISABLE=1",
		"TF_IN_AUTOMATION=1"}
	var out, failed bytes.Buffer
	c.Stdout, c.Stderr = &out, &failed
	if err = c.Run(); err != nil {
		return out.String(), fmt.Errorf("tofu %s: %w\n%s", strings.Join(args, " "), err, failed.String())
	}
	if problems := failed.String(); strings.Contains(problems, "Error: ") { // the console goes on with what is right
		return out.String(), fmt.Errorf("tofu %s: %s", strings.Join(args, " "), problems)
	}
	return out.String(), nil
}

// What the console says of an expression, where it is not the JSON of its value.
const (
	unknown = "(known after apply)"
	refused = "(refused)" // statically: no try catches it
	failed  = "!error"    // while it is evaluated
)

// question returns an expression that gives the JSON of another one's value as a string, or failed.
func question(expression string) string {
	return `nonsensitive(try(jsonencode(` + expression + `), "` + failed + `"))`
}

// ready is what the console says when it is asked, behind the warnings that it starts with.
const ready = "ready for questions"

// console asks `tofu console` in a directory for the values of expressions: JSON, unknown, refused or failed.
func console(t *testing.T, dir string, expressions []string, args ...string) []string {
	t.Helper()
	const batch = 250 // few enough that it costs little when one of them ends the console
	var answers []string
	for len(answers) < len(expressions) {
		var input strings.Builder
		input.WriteString(strconv.Quote(ready) + "\n")
		asked := min(len(answers)+batch, len(expressions))
		for _, e := range expressions[len(answers):asked] {
			input.WriteString(question(e) + "\n")
		}
		out, err := run(t, dir, input.String(), append([]string{"console", "-no-color"}, args...)...)
		warnings, out, started := strings.Cut(out, strconv.Quote(ready)+"\n")
		if !started || strings.Contains(warnings, "Due to the problems above") {
			t.Fatalf("%s\n%s", err, warnings)
		}
		for line := range strings.Lines(out) {
			answers = append(answers, answer(strings.TrimSuffix(line, "\n")))
		}
		if len(answers) < asked {
			if err == nil {
				t.Fatalf("tofu console ends before %s", expressions[len(answers)])
			}
			t.Logf("tofu refuses %s: %v", expressions[len(answers)], err)
			answers = append(answers, refused) // an error that is found before anything is evaluated ends it
		}
	}
	return answers
}

func answer(line string) string {
	if text, err := strconv.Unquote(line); err == nil {
		return text
	}
	return line
}
