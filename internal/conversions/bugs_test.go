package conversions

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/model"
)

// A bug in one file must not prevent the conversion of the others.
func TestConvertFilesPanics(t *testing.T) {
	files := []*model.File{model.NewFile("a.yaml", nil), model.NewFile("boom.yaml", nil), model.NewFile("c.yaml", nil)}
	converted, bugs := convertFiles(func(files []*model.File) []convert.File {
		var out []convert.File
		for _, f := range files {
			if f.Path == "boom.yaml" {
				panic("boom")
			}
			out = append(out, convert.File{Path: f.Path})
		}
		return out
	}, files)
	if len(converted) != 2 || converted[0].Path != "a.yaml" || converted[1].Path != "c.yaml" {
		t.Errorf("converted %+v", converted)
	}
	if len(bugs) != 1 || !strings.HasPrefix(bugs[0].Error(), "boom.yaml: a bug in karplint: boom (conversions/bugs_test.go:") {
		t.Errorf("bugs %v", bugs)
	}

	converted, bugs = convertFiles(func(files []*model.File) []convert.File {
		if len(files) > 1 {
			panic("only together")
		}
		return []convert.File{{Path: files[0].Path}}
	}, files)
	if len(converted) != 0 || len(bugs) != 1 || !strings.HasPrefix(bugs[0].Error(), "the files together: a bug") {
		t.Errorf("converted %+v, bugs %v", converted, bugs)
	}
}

// Files are converted on goroutines of their own, where a panic would end the program.
func TestConverterPanics(t *testing.T) {
	converter, err := convert.New(convert.Options{Installed: func(file string) settings.Installation {
		if file == "boom.yaml" {
			panic("boom")
		}
		return settings.Installation{}
	}})
	if err != nil {
		t.Fatal(err)
	}
	pod := []byte("kind: Pod\nspec: {nodeSelector: {karpenter.sh/provisioner-name: default}}\n")
	converted, bugs := convertFiles(converter.Files, []*model.File{model.NewFile("a.yaml", pod), model.NewFile("boom.yaml", pod)})
	if len(converted) != 1 || converted[0].Path != "a.yaml" || !converted[0].Changed() {
		t.Errorf("converted %+v", converted)
	}
	if len(bugs) != 1 || !strings.HasPrefix(bugs[0].Error(), "boom.yaml: a bug in karplint: boom (conversions/bugs_test.go:") {
		t.Errorf("bugs %v", bugs)
	}
}
