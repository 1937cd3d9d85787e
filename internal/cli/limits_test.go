package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
)

// growingTemplate fills a map without end while it is rendered. The pool behind it has requirements that only rendering shows.
const growingTemplate = `{{- $all := dict }}
{{- range $i := until 8000000 }}{{ $_ := set $all (printf "%d%s" $i (repeat 1000 $.Values.a)) $i }}{{ end }}
apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata: {name: default}
spec:
  requirements: {{- printf "- {key: %s}" .Values.a | nindent 4 }}
`

// TestLimitOfTheProcess: a chart that takes gigabytes when it is rendered ends with a decision that names it, and nothing is written. It runs in a
// process of its own, because the memory of all tests together would count.
func TestLimitOfTheProcess(t *testing.T) {
	golden.NotInCheck(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"chart/Chart.yaml": "name: c\nversion: 1.0.0\n", "chart/values.yaml": "a: b\n", "chart/templates/pool.yaml": growingTemplate,
		"other.yaml": "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: other}\nspec: {}\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("karplint", "convert", "--write", "--max-memory", "300MiB", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "COLUMNS=1000")
	out, err := cmd.CombinedOutput()
	const want = "decision: the run takes more memory than 300MiB (--max-memory), so none of them is converted\n  --> chart/templates/pool.yaml:1\n"
	if cmd.ProcessState.ExitCode() != 1 || strings.Count(string(out), want) != 1 ||
		!strings.Contains(string(out), `it worked longest on "chart/templates/pool.yaml"`) {
		t.Errorf("%v: %.1000s", err, out)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "other.yaml")); err != nil || strings.Contains(string(text), "NodePool") {
		t.Errorf("%s, %v", text, err)
	}
}
