package sides

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitattributes"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/git"
)

// maxAttributes is the size in bytes up to which a file of attributes is read.
const maxAttributes = 1 << 20

// HasFilter reports whether git passes a file below the root through a program when it is staged or checked out, so that the bytes on the disk are
// others than those in the repository.
func (s *Sides) HasFilter(name string) bool {
	steps := strings.Split(name, "/")
	var stack []gitattributes.MatchAttribute
	add := func(file string, domain []string) {
		data, err := regular.Read(file, maxAttributes)
		if err != nil {
			return
		}
		attributes, err := gitattributes.ReadAttributes(bytes.NewReader(data), domain, len(domain) == 0)
		if err == nil {
			stack = append(stack, attributes...)
		}
	}
	for i := range steps {
		add(s.full(path.Join(path.Join(steps[:i]...), ".gitattributes")), steps[:i])
	}
	_, common := git.Directories(s.Root, nil)
	add(path.Join(common, "info", "attributes"), nil)
	for _, line := range slices.Backward(stack) { // of several that match, the last one counts
		if line.Pattern == nil || !line.Pattern.Match(steps) {
			continue
		}
		for _, attribute := range line.Attributes {
			if attribute.Name() == "filter" {
				return attribute.IsSet() || attribute.IsValueSet()
			}
			if attribute.IsSet() && isFilterMacro(stack, attribute.Name()) {
				return true
			}
		}
	}
	return false
}

// isFilterMacro reports whether a name stands for attributes with a filter: [attr]secret filter=crypt.
func isFilterMacro(stack []gitattributes.MatchAttribute, name string) bool {
	return slices.ContainsFunc(stack, func(line gitattributes.MatchAttribute) bool {
		return line.Pattern == nil && line.Name == name && slices.ContainsFunc(line.Attributes, func(a gitattributes.Attribute) bool {
			return a.Name() == "filter" && a.IsValueSet()
		})
	})
}
