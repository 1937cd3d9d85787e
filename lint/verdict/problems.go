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
	Cluster                // that the objects are for
	Patches *Patches       // of the tree; nil: not known
	Builds  func() *Builds // of the tree; nil: not known
}

// Problems returns what is said of the object, which rules turn into findings. An object that kustomizations patch, and a patch, is judged as
// it is built. If that is not known, those problems are left out that hold for the object alone.
func (j *Judge) Problems(object *model.Resource, uncertain *rego.Uncertain, cloud string) []admission.Problem {
	changes, partial := j.Patches.of(object)
	built, isBuilt := j.builtProblems(object)
	all := j.Check(cloud, admission.Object{
		Value: object.Value, APIVersion: object.APIVersion, Kind: object.Kind,
		Partial: partial || isBuilt, Reader: known.Reader{Uncertain: uncertain.Has, Closed: uncertain.IsClosed, Filled: known.Filled(object.Document)},
	})
	if isBuilt { // an object that is built has each key once
		all = slices.DeleteFunc(all, func(p admission.Problem) bool { return p.Code != admission.CodeDuplicateKey })
		return withOthers(built, all)
	}
	return slices.DeleteFunc(all, func(p admission.Problem) bool {
		return partial && kustomize.IsInstruction(object.Value, p.Path) ||
			slices.ContainsFunc(changes, func(c *kustomize.Change) bool { return c.Touches(p.Path) })
	})
}

// Check returns what is said of an object for the nodes of a cloud, which is an API group, "" if it is not known.
func (c Cluster) Check(cloud string, o admission.Object) []admission.Problem {
	c.Cloud = cloud
	return withOthers(admission.Check(o, c.CRDs), karpenter.Check(o, c.Cluster))
}

// withOthers adds the first of the others about each field that has no problem yet.
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
