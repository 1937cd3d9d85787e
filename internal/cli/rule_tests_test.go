package cli_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/cli"
)

// TestExampleRules: the rules in examples/rules pass, and their tests reach every line.
func TestExampleRules(t *testing.T) {
	var out bytes.Buffer
	code := cli.Main([]string{"karplint", "test", "../../examples/rules"}, strings.NewReader(""), &out, &out)
	passed := regexp.MustCompile(`(?m)^ok    ACME00[1-4] .* coverage: 100\.0% of lines$`).FindAllString(out.String(), -1)
	if code != 0 || len(passed) != 4 {
		t.Errorf("exit code %d:\n%s", code, out.String())
	}
}
