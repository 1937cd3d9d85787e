package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The figures of two machines can be compared only if the repositories are the same byte for byte.
func TestCorporaAreFixed(t *testing.T) {
	all := append([]corpus{{name: "test", fill: plain{roots: 4, tfPerRoot: 3, manifests: 40, every: 20}.fill}}, corpora...)
	for _, c := range curves {
		all = append(all, corpus{name: c.name, fill: func(w *writer) { c.fill(w, 10) }})
	}
	for _, c := range all {
		if c.name == "mono" || c.name == "gitops" && testing.Short() {
			continue // mono is made as the first one is
		}
		var sums []string
		for range 2 {
			dir := t.TempDir()
			if _, _, err := c.write(dir); err != nil {
				t.Fatal(err)
			}
			sums = append(sums, sum(t, os.DirFS(dir)))
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: two runs wrote different files", c.name)
		}
	}
}

func TestCounts(t *testing.T) {
	for _, want := range []struct {
		corpus          string
		terraform, yaml int
	}{
		{corpus: "small", terraform: 3, yaml: 5},
		{corpus: "roots", terraform: 290, yaml: 40},
		{corpus: "gitops", terraform: 2000, yaml: 15_000},
		{corpus: "plan", terraform: 595},
		{corpus: "pools-root", terraform: 13},
		{corpus: "pools-file", yaml: 1},
		{corpus: "convert", yaml: 100},
	} {
		dir := t.TempDir()
		if _, _, err := corpusNamed(t, want.corpus).write(dir); err != nil {
			t.Fatal(err)
		}
		if tf, yaml := count(t, dir, ".tf"), count(t, dir, ".yaml"); tf != want.terraform || yaml != want.yaml {
			t.Errorf("%s: %d .tf and %d .yaml files, not %d and %d", want.corpus, tf, yaml, want.terraform, want.yaml)
		}
	}
}

// TestFindings runs karplint on the corpora whose findings are what is measured. A rule that is added may add some.
func TestFindings(t *testing.T) {
	karplint := filepath.Join(t.TempDir(), "karplint")
	build := exec.Command("go", "build", "-o", karplint, "./cmd/karplint")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []struct {
		corpus      string
		least, most int
	}{
		{"small", 15, 40}, {"roots", 1, 100}, {"gitops", 1800, 2800}, {"plan", 20, 80}, {"pools-file", 8000, 10_000}, {"pools-root", 4000, 5000},
	} {
		if strings.HasPrefix(want.corpus, "pools") && os.Getenv("KARPLINT_TEST_LONG") == "" {
			continue // they take most of a minute
		}
		dir := t.TempDir()
		if _, _, err := corpusNamed(t, want.corpus).write(dir); err != nil {
			t.Fatal(err)
		}
		lint := exec.Command(karplint, "lint", "--exit-zero", "--format", "json", ".")
		lint.Dir = dir
		out, err := lint.Output()
		if err != nil {
			t.Fatalf("%s: %v", want.corpus, err)
		}
		var report struct{ Findings []any }
		if err := json.Unmarshal(out, &report); err != nil {
			t.Fatal(err)
		}
		if n := len(report.Findings); n < want.least || n > want.most {
			t.Errorf("%s: %d findings, not %d to %d", want.corpus, n, want.least, want.most)
		}
	}
}

func TestCalls(t *testing.T) {
	source := "func a() {\n\tParsed(f)\n}\n\nvar Parsed = b\n"
	profile := "mode: atomic\nk/parsers/yaml/parse.go:1.10,3.2 1 7\nk/parsers/yaml/parse.go:5.1,5.9 1 2\nk/parsers/yaml/mask.go:1.1,3.2 1 5\n"
	if got := calls(source, profile); got != 7 {
		t.Errorf("%d calls, not 7", got)
	}
}

func TestExponent(t *testing.T) {
	var points []point
	for _, n := range []int{10, 100, 1000} {
		points = append(points, point{n, float64(n * n)})
	}
	if got := exponent(points, 1); got < 1.999 || got > 2.001 {
		t.Errorf("%g, not 2", got)
	}
}

func TestPage(t *testing.T) {
	r := report{Curves: []grown{{Name: "pools", Points: []point{{10, 0.1}}, Exponent: 1.2}}}
	r.add(row{corpus: "roots", program: "lint", against: "conftest", bound: 6, aim: 4}, []float64{5, 4.5, 7})
	r.add(row{corpus: "gitops", program: "lint", against: "pluto", bound: 6}, nil)
	var b bytes.Buffer
	if err := r.print(&b, "page"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| roots | lint / conftest | processor time | 6 | 4 | 5 (4.5 to 7) | reached, the aim not |",
		"| gitops | lint / pluto | processor time | 6 | – | the other program is missing here | – |",
		"| pools | 0 | 10: 0.1 | 1.20 | **missed** |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %s:\n%s", want, b.String())
		}
	}
}

func corpusNamed(t *testing.T, name string) corpus {
	t.Helper()
	for _, c := range corpora {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("no corpus %s", name)
	return corpus{}
}

func count(t *testing.T, dir, extension string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == extension {
			n++
			if data, err := os.ReadFile(path); err != nil {
				return err
			} else if at := bytes.IndexByte(data, '@'); at >= 0 && at+2 < len(data) && isPlaceholder(data[at+1:at+3]) {
				t.Errorf("%s: %q was not filled in", path, data[at:at+3])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// isPlaceholder reports whether @ and these bytes are one: @1, @N or @ID, and no alias of an image such as al2023@v20250519.
func isPlaceholder(after []byte) bool {
	return after[0] >= '1' && after[0] <= '9' || after[0] >= 'A' && after[0] <= 'Z'
}

func sum(t *testing.T, files fs.FS) string {
	t.Helper()
	hash := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		hash.Write(append([]byte(path), data...))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(hash.Sum(nil))
}
