package modules

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// assignments maps variables of the root to their values in tfvars files.
type assignments map[string]assignment

type assignment struct {
	*hcl.Attribute
	File *model.File
}

// readVariables reads the tfvars files in Terraform's order, the later ones winning: terraform.tfvars, terraform.tfvars.json,
// *.auto.tfvars and *.auto.tfvars.json by name, then those of the command line. If a file cannot be read, variables that no later
// file sets are unknown.
func (t *Tree) readVariables(dir string) assignments {
	names, _ := t.list(dir)
	var paths []string
	for _, name := range []string{"terraform.tfvars", "terraform.tfvars.json"} {
		if slices.Contains(names, name) {
			paths = append(paths, path.Join(dir, name))
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".auto.tfvars") || strings.HasSuffix(name, ".auto.tfvars.json") {
			paths = append(paths, path.Join(dir, name))
		}
	}
	assigned := assignments{}
	for _, name := range append(paths, t.options.VarFiles...) {
		source := t.read(name)
		if source == nil { // it may set any variable
			if _, err := t.Files.ReadFile(name); err != nil { // otherwise the file does not parse, and that is reported already
				t.Limit(model.NewFile(t.reported(name), nil), model.Span{}, "the file cannot be read: %s; make it readable, or check by hand what it sets",
					Reason(err))
			}
			clear(assigned)
			t.Hidden = true
			continue
		}
		t.Sources = append(t.Sources, source)
		for _, a := range source.Body.Attributes {
			assigned[a.Name] = assignment{a, source.File}
		}
	}
	return assigned
}

// Reason returns the error of a file, without its path.
func Reason(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	return err.Error()
}
