package project

import (
	"strings"

	"github.com/karplint/karplint/survey"
)

// crdSources returns where something may install Karpenter's CRDs: the directories of Terraform roots, and the files of manifests.
func crdSources(manifests []*survey.Resource, roots []*survey.Root) map[string]bool {
	sources := map[string]bool{}
	for _, r := range manifests {
		if mayHaveCRDs(r) {
			sources[r.File.Path] = true
		}
	}
	for _, root := range roots {
		for _, r := range root.Resources {
			sources[root.Dir] = sources[root.Dir] || mayHaveCRDs(r)
		}
		for node := range root.Edges {
			sources[root.Dir] = sources[root.Dir] || strings.Contains(strings.ToLower(node), "crd")
		}
		if !sources[root.Dir] {
			delete(sources, root.Dir)
		}
	}
	return sources
}

// mayHaveCRDs reports whether a resource may install Karpenter's CRDs, apart from the controller's own chart.
func mayHaveCRDs(r *survey.Resource) bool {
	switch r.Kind {
	case survey.Object:
		return r.Value.Str("kind") == "CustomResourceDefinition"
	case survey.Installation:
		names := r.Value.Str("chart") + r.Value.Str("name") + r.Value.Str("repository")
		return r.Role() != survey.ControllerRole && (r.Value.Get("karpenter") != nil || strings.Contains(strings.ToLower(names), "crd"))
	}
	return false
}

// CRDsElsewhere reports whether something in the repository, outside of this project, may install Karpenter's CRDs.
func (p *Project) CRDsElsewhere() bool {
	own := map[string]bool{}
	if p.Terraform {
		own[p.Root] = true
	}
	for _, r := range p.Resources {
		if r.File != nil {
			own[r.File.Path] = true
		}
	}
	for source := range p.crds {
		if !own[source] {
			return true
		}
	}
	return false
}
