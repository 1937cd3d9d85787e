package lint

import (
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/survey"
)

// applierOf returns the tool that applies an object in Terraform; "" if the table of appliers does not have it.
func applierOf(r *survey.Resource) string {
	switch via := r.Value.Str("via"); {
	case via == facts.KubectlManifest && r.Value.Get("server_side_apply").IsTrue():
		return facts.KubectlManifestServerSide
	case via == facts.KubectlManifest && !r.Value.Get("server_side_apply").IsUnknown(), via == facts.KubernetesManifest, via == facts.KustomizationResource:
		return via
	}
	return ""
}

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

// appliedFiles returns, for each other file, the tools with which a root applies its objects.
func appliedFiles(resources []*survey.Resource) map[string][]string {
	tools := map[string][]string{}
	for _, r := range resources {
		if r.Object == nil || r.Object.Document == nil {
			continue
		}
		file := r.Object.Document.File.Path
		if applier := applierOf(r); applier != "" && !filetype.IsTerraform(file) {
			tools[strings.Clone(file)] = append(tools[file], applier)
		}
	}
	return tools
}
