package conversions

import (
	"path"
	"strings"
	"sync"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Declares returns a function for convert.Options.Declares. It reads the Terraform files of a directory when first needed. It is
// safe for concurrent use.
func Declares(files fileset.Files) func(dir, name string) bool {
	var mu sync.Mutex
	byDir := map[string]map[string]bool{}
	return func(dir, name string) bool {
		mu.Lock()
		defer mu.Unlock()
		declared, isRead := byDir[dir]
		if !isRead {
			declared = declaredIn(files, dir)
			byDir[dir] = declared
		}
		return declared[name]
	}
}

// declaredIn returns the names declared in the Terraform files of a directory. Files that cannot be read or do not parse are
// ignored.
func declaredIn(files fileset.Files, dir string) map[string]bool {
	declared := map[string]bool{}
	entries, _ := files.ReadDir(dir)
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if !strings.HasSuffix(name, ".tf") {
			continue
		}
		data, err := files.ReadFile(name)
		if err != nil {
			continue
		}
		source, problem := hcl.Parse(model.NewFile(name, data))
		if problem != nil {
			continue
		}
		for _, b := range source.Body.Blocks {
			addNames(declared, b)
		}
	}
	return declared
}

// addNames adds the names by which expressions refer to a block.
func addNames(declared map[string]bool, b *hcl.Block) {
	labels := strings.Join(b.Labels, ".")
	switch b.Type {
	case "resource":
		declared[labels] = true
	case "variable":
		declared["var."+labels] = true
	case "locals":
		for _, a := range b.Body.Attributes {
			declared["local."+a.Name] = true
		}
	default:
		declared[b.Type+"."+labels] = true
	}
}
