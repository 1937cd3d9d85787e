package terraform

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/modules"
)

// FuzzLoad loads any text as a root that calls itself as a module, too: nothing may panic, and every value lies in its file.
func FuzzLoad(f *testing.F) {
	fuzz.Files(f, []string{".tf"}, func(data []byte) { f.Add(string(data)) }, "testdata/load/*.txtar", "../testdata/golden/convert/tf_*.txtar")
	expressions, err := os.ReadFile("testdata/expressions.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(expressions)) {
		f.Add("locals {\n  x = " + line + "}\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := filesOf(&txtar.Archive{Files: []txtar.File{
			{Name: "main.tf", Data: []byte(text)},
			{Name: "call.tf", Data: []byte("module \"again\" {\n  source = \"./again\"\n  in = local.x\n}\n")},
			{Name: "again/main.tf", Data: []byte(text)},
			{Name: "terraform.tfvars", Data: []byte(text)},
			{Name: "pool.tftpl", Data: []byte(text)},
		}})
		var root *Root
		fuzz.Bounded(t, len(text), func() { root = Load(files, ".", modules.Options{}) })
		for _, r := range root.Resources {
			checkPlace(t, nil, r.Address, r.Value)
			fuzzDocuments(r.Value)
		}
	})
}

func fuzzDocuments(v *model.Value) {
	if v.Origin != nil && v.Origin.Documents != nil {
		v.Origin.Documents()
	}
	for _, item := range v.Items {
		fuzzDocuments(item)
	}
	for _, e := range v.Entries {
		fuzzDocuments(e.Value)
	}
}
