package terraform

import (
	"fmt"
	"io/fs"
	"path"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/modules"
)

// unreadable are files of which some paths cannot be read: permissions, say, or a size that the caller refuses.
type unreadable struct {
	memory
	paths map[string]bool
}

func (u unreadable) ReadFile(name string) ([]byte, error) {
	if u.paths[path.Clean(name)] {
		return nil, fs.ErrPermission
	}
	return u.memory.ReadFile(name)
}

func (u unreadable) ReadDir(name string) ([]fs.DirEntry, error) {
	if u.paths[path.Clean(name)] {
		return nil, fs.ErrPermission
	}
	return u.memory.ReadDir(name)
}

// TestUnreadable holds what cannot be read to be unknown, and the rest to be there.
func TestUnreadable(t *testing.T) {
	files := unreadable{memory{fstest.MapFS{
		"main.tf": {Data: []byte(`
variable "a" { default = "default" }
variable "b" { default = "default" }
variable "c" { default = "default" }
module "closed" { source = "./closed" }
module "missing" { source = "./missing" }
module "file" { source = "./main.tf" }
resource "r" "r" {
  a       = var.a
  b       = var.b
  c       = var.c
  closed  = module.closed.x
  missing = module.missing.x
  file    = module.file.x
  text    = file("closed.txt")
  set     = fileset("closed", "*")
  here    = fileset(".", "*.tf")
}
`)},
		"terraform.tfvars": {Data: []byte(`a = "lost"`)},
		"z.auto.tfvars":    {Data: []byte(`b = "later"`)},
		"closed/main.tf":   {Data: []byte(`output "x" { value = 1 }`)},
		"closed.txt":       {Data: []byte("x")},
	}}, map[string]bool{"terraform.tfvars": true, "closed": true, "closed.txt": true}}
	root := Load(files, ".", modules.Options{})
	var told []string
	for _, err := range root.Errors {
		if !err.Limit {
			t.Errorf("%s is an error", err.Message)
		}
		told = append(told, fmt.Sprintf("%s:%d: %s", err.File.Path, err.File.Position(err.Span.Start).Line, err.Error()))
	}
	if d := cmp.Diff([]string{
		`main.tf:5: closed, the directory of module "closed", cannot be read: permission denied; make it readable, or check the module by hand`,
		`main.tf:7: main.tf, the directory of module "file", cannot be read: not implemented; make it readable, or check the module by hand`,
		`terraform.tfvars:1: the file cannot be read: permission denied; make it readable, or check by hand what it sets`,
		`main.tf:15: closed.txt cannot be read: permission denied`,
	}, told); d != "" {
		t.Error(d)
	}
	want := map[string]string{"b": `"later"`, "here": `["main.tf"]`}
	found := false
	for _, r := range root.Resources {
		if r.Kind != "r" {
			continue
		}
		found = true
		for _, e := range r.Value.Entries {
			switch known := want[e.Key.Text]; {
			case known == "" && e.Value.Kind != model.Unknown:
				t.Errorf("%s is %s, not unknown", e.Key.Text, leaf(e.Value))
			case known != "" && leaf(e.Value) != known:
				t.Errorf("%s is %s, not %s", e.Key.Text, leaf(e.Value), known)
			}
		}
	}
	if !found {
		t.Error("the resource is not there")
	}
}
