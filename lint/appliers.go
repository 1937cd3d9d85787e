package lint

import (
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/survey"
)

// applierOf returns the tool that applies an object in Terraform, "" if the table of appliers does not have it.
func applierOf(r *survey.Resource) string {
	switch via := r.Value.Str("via"); {
	case via == facts.KubectlManifest && r.Value.Get("server_side_apply").IsTrue():
		return facts.KubectlManifestServerSide
	case via == facts.KubectlManifest && !r.Value.Get("server_side_apply").IsUnknown(), via == facts.KubernetesManifest:
		return via
	}
	return ""
}

// tools returns the tools that apply the object, as the table of appliers names them; none if nothing shows them.
func (s *subject) tools() []string {
	switch doc := s.resource.Document; {
	case s.applier != "":
		return []string{s.applier}
	case s.block != "" || doc == nil:
		return nil
	case len(s.run.appliers) == 0 && len(doc.Templates) > 0 && strings.Contains("/"+s.file, "/templates/"):
		return []string{facts.Helm}
	}
	return s.run.appliers
}
