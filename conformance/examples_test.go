package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

// TestExamples converts examples/, which README.md and docs/ show conversions of, and holds the outcome to the CRDs.
func TestExamples(t *testing.T) {
	files := exampleFiles(t)
	for _, to := range []target{{convert.V1Beta1, v0_32}, {convert.V1Beta1, v0_35}, {convert.V1, v1_0}, {convert.V1, v1_14}} {
		t.Run(to.String(), func(t *testing.T) {
			var all tally
			for _, f := range to.converter(t).Files(files) {
				n, wrong := to.release.judgeFile(t, f, to.to, false)
				report(t, wrong)
				all.add(n)
				for _, note := range f.Notes {
					if note.Level == convert.Decision {
						t.Logf("%s:%d: %s: %s", note.File, note.Line, note.Object, note.Message)
					}
				}
			}
			t.Log(all)
			if all.accepted == 0 {
				t.Errorf("no object was accepted; are the examples read?")
			}
		})
	}
}

func exampleFiles(t *testing.T) (files []*model.File) {
	root := filepath.Join("..", "examples")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if name, err := filepath.Rel(root, path); err == nil && convert.Selects(filepath.ToSlash(name), data) && filepath.Ext(name) != ".tf" &&
			filepath.Ext(name) != ".md" {
			files = append(files, model.NewFile(filepath.ToSlash(name), data))
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	return files
}
