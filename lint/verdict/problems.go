// Package verdict judges objects as the API server and Karpenter do: as they are written, and as kustomizations build them.
package verdict

import (
	"slices"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/karpenter"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
)

// Judge judges the objects of one file.
type Judge struct {
	Cluster                // of the objects
	Patches *Patches       // of the whole tree; nil if unknown
	Builds  func() *Builds // of the whole tree; nil if unknown
}

// Problems returns the problems of an object, for rules to report. Patches and patched objects are judged as they are built. If
// the builds are unknown, problems that patches might solve are left out.
func (j *Judge) Problems(object *model.Resource, uncertain *rego.Uncertain, cloud string) []admission.Problem {
	changes, partial := j.Patches.of(object)
	built, isBuilt := j.builtProblems(object)
	problems := j.Check(cloud, admission.Object{
		Value: object.Value, APIVersion: object.APIVersion, Kind: object.Kind,
		Partial: partial || isBuilt, Reader: known.Reader{Uncertain: uncertain.Has, Closed: uncertain.IsClosed, Filled: known.Filled(object.Document)},
	})
	if isBuilt { // a built object has each key once
		problems = slices.DeleteFunc(problems, func(p admission.Problem) bool { return p.Code != admission.CodeDuplicateKey })
		return withOthers(built, problems)
	}
	return slices.DeleteFunc(problems, func(p admission.Problem) bool {
		return partial && kustomize.IsInstruction(object.Value, p.Path) ||
			slices.ContainsFunc(changes, func(c *kustomize.Change) bool { return c.Touches(p.Path) })
	})
}

// Check returns the problems of an object. cloud is the API group of the provider that runs its nodes, "" if unknown.
func (c Cluster) Check(cloud string, o admission.Object) []admission.Problem {
	c.Cloud = cloud
	return withOthers(admission.Check(o, c.CRDs), karpenter.Check(o, c.Cluster))
}

// withOthers adds the first of others for each field without a problem.
func withOthers(problems, others []admission.Problem) []admission.Problem {
	known := map[string]bool{}
	for _, p := range problems {
		known[model.PathText(p.Path)] = true
	}
	for _, p := range others {
		if field := model.PathText(p.Path); !known[field] {
			known[field] = true
			problems = append(problems, p)
		}
	}
	return problems
}
