package convert

import (
	"fmt"

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
			if filetype.InOneTree(m.path, file) {
				return place, true
			}
			if where == "" {
				where = place
			}
		}
	}
	return where, false
}
