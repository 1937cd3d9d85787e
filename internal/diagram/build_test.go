package diagram_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/diagram"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
)

// TestOrderOfFiles draws the golden cases with their files in another order.
func TestOrderOfFiles(t *testing.T) {
	archives, err := filepath.Glob("../../testdata/golden/graph/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err, "no archives")
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var files []txtar.File
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "want/") {
				files = append(files, f)
			}
		}
		want := draw(t, files)
		golden.Shuffles(t, files, func(t *testing.T, shuffled []txtar.File) {
			if got := draw(t, shuffled); got != want {
				t.Errorf("%s looks different:\n%s\nwant:\n%s", filepath.Base(name), got, want)
			}
		})
	}
}

func draw(t *testing.T, files []txtar.File) string {
	t.Helper()
	texts := map[string][]byte{}
	tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: texts}}}
	for _, f := range files {
		texts[f.Name] = f.Data
		tree.Inputs = append(tree.Inputs, fileset.Input{Path: f.Name, Terraform: strings.HasSuffix(f.Name, ".tf")})
	}
	graph, errs := diagram.New(context.Background(), tree, nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var out bytes.Buffer
	if err := diagram.Write(&out, "json", graph); err != nil {
		t.Fatal(err)
	}
	return out.String() + graph.SVG()
}
