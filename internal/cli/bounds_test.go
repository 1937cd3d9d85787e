package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManyConfigurations: the bound on configurations is reported once, and the files of the others are checked.
func TestManyConfigurations(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 510 {
		dir := fmt.Sprintf("d%03d", i)
		for name, text := range map[string]string{
			".karplint.yaml": "select: [KL501]\n",
			"pod.yaml":       "kind: Pod\nmetadata: {annotations: {karpenter.sh/do-not-evict: 'true'}}\n",
		} {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	out := output([]string{"lint", "--format", "concise"})
	if bounds := strings.Count(out, "there are more than 500 configurations"); bounds != 1 {
		t.Errorf("the bound is reported %d times", bounds)
	}
	if checked := strings.Count(out, " KL501 "); checked < 490 || checked > 500 {
		t.Errorf("%d files were checked", checked)
	}
}
