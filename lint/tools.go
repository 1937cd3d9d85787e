package lint

import (
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
)

// tools returns the tools that apply the object, by their names in the table of appliers; none if they are unknown. Every tool
// that applies an object of the file is listed for all its objects, so that one object has one finding.
func (s *subject) tools() []string {
	doc := s.resource.Document
	if doc == nil {
		return nil
	}
	var tools []string
	if s.run.appliers != nil && !filetype.IsTerraform(s.file) {
		tools = s.run.appliers(s.file)
	}
	switch {
	case len(tools) > 0:
		return tools
	case s.applier != "":
		return []string{s.applier}
	case s.block == "" && len(doc.Templates) > 0 && strings.Contains("/"+s.file, "/templates/"):
		return []string{facts.Helm}
	}
	return nil
}
