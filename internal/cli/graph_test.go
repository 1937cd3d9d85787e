package cli_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestGraph runs testdata/golden/graph/*.txtar: graph on a directory of files. want/mermaid and so on are the outputs of --format.
func TestGraph(t *testing.T) {
	golden.Archives(t, filepath.Join(goldenDir, "graph", "*.txtar"), func(t *testing.T, archive *txtar.Archive) []txtar.File {
		t.Chdir(writeGraphFiles(t, archive.Files))
		files := slices.Clone(archive.Files)
		for i, f := range files {
			if format, ok := strings.CutPrefix(f.Name, "want/"); ok {
				files[i].Data = run(t, "graph", "--format", format)
			}
		}
		return files
	})
}

// writeGraphFiles writes the files of an archive, without the wanted ones, to a new directory.
func writeGraphFiles(t *testing.T, files []txtar.File) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		if strings.HasPrefix(f.Name, "want/") {
			continue
		}
		full := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestGraphOfFleet compares the picture in docs/ with that of examples/fleet, and the other formats with golden files; -update writes them.
func TestGraphOfFleet(t *testing.T) {
	pages, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	other, err := filepath.Abs(filepath.Join(goldenDir, "graph"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../../examples/fleet")
	for format, file := range map[string]string{
		"svg": filepath.Join(pages, "graph.svg"), "json": filepath.Join(other, "fleet.json"),
		"dot": filepath.Join(other, "fleet.dot"), "mermaid": filepath.Join(other, "fleet.mermaid"),
	} {
		got := run(t, "graph", "--format", format)
		if golden.Update() {
			if err := os.WriteFile(file, got, 0o644); err != nil { //nolint:gosec // a page of docs, which everyone may read
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file) //nolint:gosec // the name is of a golden file of this test
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale; run make docs, and review the change", filepath.Base(file))
		}
	}
}

// wantedGraphs returns the golden outputs in a format, by archive.
func wantedGraphs(t *testing.T, format string) map[string][]byte {
	t.Helper()
	wanted := map[string][]byte{}
	archives, err := filepath.Glob(filepath.Join(goldenDir, "graph", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == "want/"+format {
				wanted[filepath.Base(name)] = f.Data
			}
		}
	}
	if len(wanted) == 0 {
		t.Fatalf("no archive wants %s", format)
	}
	return wanted
}

// TestGraphSVG reads the pictures as XML: they have no scripts, links or references.
func TestGraphSVG(t *testing.T) {
	allowed := []string{"svg", "title", "desc", "style", "defs", "marker", "path", "rect", "g", "text"}
	for name, picture := range wantedGraphs(t, "svg") {
		decoder := xml.NewDecoder(bytes.NewReader(picture))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			element, isStart := token.(xml.StartElement)
			if isStart && !slices.Contains(allowed, element.Name.Local) {
				t.Errorf("%s: has an element %s", name, element.Name.Local)
			}
			for _, a := range element.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Errorf("%s: has an attribute %s", name, a.Name.Local)
				}
			}
		}
	}
}

// TestGraphDOT renders the graphs with Graphviz.
func TestGraphDOT(t *testing.T) {
	program, err := exec.LookPath("dot")
	if err != nil {
		golden.Skip(t, "graphviz is not installed; .ci/run takes it from Debian")
	}
	for name, graph := range wantedGraphs(t, "dot") {
		command := exec.CommandContext(t.Context(), program, "-Tplain") //nolint:gosec // the program is the Graphviz that was looked up
		command.Stdin = bytes.NewReader(graph)
		out, err := command.CombinedOutput()
		if err != nil || bytes.Contains(out, []byte("Warning")) || bytes.Contains(out, []byte("Error")) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if got, want := bytes.Count(out, []byte("\nnode ")), bytes.Count(graph, []byte("fillcolor=")); got != want {
			t.Errorf("%s: Graphviz draws %d nodes, want %d", name, got, want)
		}
	}
}

// TestGraphMermaid parses the graphs with Mermaid.
func TestGraphMermaid(t *testing.T) {
	tool, err := filepath.Abs("../../tools/mermaid")
	if err != nil {
		t.Fatal(err)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		golden.Skip(t, "node is not installed; .ci/run takes it from Debian")
	}
	if _, err := os.Stat(filepath.Join(tool, "node_modules")); err != nil {
		golden.Skip(t, "Mermaid is not installed; .ci/run does that, elsewhere: npm ci --prefix tools/mermaid")
	}
	input, err := json.Marshal(textsOf(wantedGraphs(t, "mermaid")))
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), node, filepath.Join(tool, "parse.mjs")) //nolint:gosec // the program is the Node.js that was looked up
	command.Stdin = bytes.NewReader(input)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func textsOf(files map[string][]byte) map[string]string {
	texts := map[string]string{}
	for name, data := range files {
		texts[name] = string(data)
	}
	return texts
}
