package page_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestGolden runs testdata/*.txtar: report in examples, with the flags and paths in the comment. The style, the script and the data of the page are
// files of their own, and left out of it.
func TestGolden(t *testing.T) {
	golden.Archives(t, filepath.Join("testdata", "*.txtar"), func(t *testing.T, archive *txtar.Archive) []txtar.File {
		t.Chdir(examples(t))
		arguments := strings.Fields(string(archive.Comment))
		return []txtar.File{
			{Name: "report.json", Data: report(t, append([]string{"-o", "-", "--format", "json"}, arguments...)...)},
			{Name: "report.html", Data: skeleton(report(t, append([]string{"-o", "-"}, arguments...)...))},
		}
	})
}

// TestSameData: a page does not depend on whether it was made of the data of an earlier run.
func TestSameData(t *testing.T) {
	t.Chdir(examples(t))
	direct := report(t, "-o", "-", "fleet/staging")
	data := filepath.Join(t.TempDir(), "staging.json")
	report(t, "-o", data, "fleet/staging")
	if again := report(t, "--from", data, "-o", "-"); !bytes.Equal(direct, again) {
		t.Error("the page made of the data differs from the one made of the files")
	}
	if again := report(t, "--from", data, "-o", "-", "--format", "json"); !bytes.Equal(read(t, data), again) {
		t.Error("the data made of the data differs")
	}
}

// examples returns the directory of the examples; tests change the working directory.
func examples(t *testing.T) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "../../examples")
}

// report runs karplint report, and returns standard output.
func report(t *testing.T, arguments ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := cli.Main(append([]string{"karplint", "report"}, arguments...), strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	return stdout.Bytes()
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

var inside = regexp.MustCompile(`(?s)(<style>|<script>|<script [^>]*>).*?(</style>|</script>)`)

func skeleton(html []byte) []byte {
	short := inside.ReplaceAll(html, []byte("$1…$2"))
	return regexp.MustCompile(`sha256-([^&]|&#43;)*`).ReplaceAll(short, []byte("sha256-…"))
}
