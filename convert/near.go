package convert

import (
	"fmt"
	"path"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/filetype"
)

// classNamed looks for a class with the name of a Provisioner in a file. It says where one is, and whether it surely is in the way: it
// stands in the same directory, or in one above or below.
func (s *survey) classNamed(file, name string) (where string, surely bool) {
	for _, kind := range apis.ClassKinds(s.goal.APIs) {
		for _, m := range s.nearest(file, kind, name) {
			if s.builds.IsPatch(m.path) {
				continue
			}
			place := fmt.Sprintf("%s %s in %s", m.kind, m.name, m.path)
			if inOneTree(m.path, file) {
				return place, true
			}
			if where == "" {
				where = place
			}
		}
	}
	return where, false
}

// inOneTree says whether one of two files stands in the directory of the other, or below it.
func inOneTree(a, b string) bool {
	return filetype.IsWithin(path.Dir(a), b) || filetype.IsWithin(path.Dir(b), a)
}
