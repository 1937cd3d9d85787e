package project_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// BenchmarkSurvey reads what a hundred installations and their classes say.
func BenchmarkSurvey(b *testing.B) {
	files := installations()
	for b.Loop() {
		readAll(b, files)
	}
}

// BenchmarkArrange finds out to which of them each manifest belongs.
func BenchmarkArrange(b *testing.B) {
	all := readAll(b, installations())
	for b.Loop() {
		if m := project.Arrange(&survey.Observations{Resources: all.Resources}); len(m.Manifests()) == 0 {
			b.Fatal("no project")
		}
	}
}

func installations() mapFiles {
	files := mapFiles{}
	for i := range 100 {
		files[fmt.Sprintf("d%d/release.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, releaseManifest, i)}
		for class := range 5 {
			files[fmt.Sprintf("d%d/class-%d.yaml", i, class)] = &fstest.MapFile{Data: fmt.Appendf(nil, classManifest, class)}
		}
	}
	return files
}
