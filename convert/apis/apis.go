// Package apis describes the versions of Karpenter's API: the steps of a conversion, the version of an object, the names of versions in
// files, and the behaviour of Karpenter for each version.
package apis

import (
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// API is a version of Karpenter's API that objects are converted to: the name of one of facts.ServedAPIs' generations.
type API string

// The versions to which code refers. facts.Served has all of them.
const (
	Alpha   API = "alpha"
	V1Beta1 API = "v1beta1"
	V1      API = "v1"
)

// Outputs returns the versions that objects can be converted to, oldest first.
func Outputs() []string { return (&Registry{Served: facts.Served()}).Outputs() }

// DefaultVersion returns the Karpenter version that objects are converted to an API for where none is known to be installed.
func DefaultVersion(to API) string { return (&Registry{Served: facts.Served()}).Generation(to).Release }

// IsClass reports whether a kind is that of a class, in any version.
func IsClass(kind string) bool {
	return isKind(kind, func(g facts.Generation) facts.APIKind { return g.Class })
}

// IsNode reports whether a kind is that of the controller's record of a node, in any version.
func IsNode(kind string) bool {
	return isKind(kind, func(g facts.Generation) facts.APIKind { return g.Node })
}

func isKind(kind string, role func(facts.Generation) facts.APIKind) bool {
	return slices.Contains(kindsOf(facts.Served().Generations, role), kind)
}

// Registry lists the versions of Karpenter's API.
type Registry struct {
	Served     *facts.ServedAPIs
	Behaviours map[API]Behaviour
	// WithoutVersion reports for a kind whether an object without apiVersion is of it. A kind without an entry is not recognised.
	WithoutVersion map[facts.APIKind]func(*model.Value) bool
}

// Behaviour describes how Karpenter behaves for one version of its API, apart from the fields of
// objects.
type Behaviour struct {
	KubeletInClass     bool     // the settings of the kubelet are those of the class, and not of the pool
	NewTaint           bool     // disrupted nodes have the new taint
	TagsCluster        bool     // it gives the tag eks:eks-cluster-name to the resources it creates
	WebhookAnnotations []string // annotations that its own conversion of objects writes
	RestrictedTags     []facts.RestrictedTag
	Underutilized      string // the policy that consolidates nodes
}

// Behaviour returns the behaviour for the last of some versions. A version without an entry behaves as the one before it.
func (r *Registry) Behaviour(apis []facts.Generation) Behaviour {
	for _, g := range slices.Backward(apis) {
		if b, ok := r.Behaviours[API(g.Name)]; ok {
			return b
		}
	}
	return Behaviour{}
}

// Outputs returns the names of the versions that objects can be converted to.
func (r *Registry) Outputs() (names []string) {
	for _, g := range r.Served.Generations[1:] {
		names = append(names, g.Name)
	}
	return names
}

// Generation returns the version of a name; the zero one if there is none.
func (r *Registry) Generation(name API) facts.Generation {
	if served := r.Served.UpTo(string(name)); len(served) > 0 {
		return served[len(served)-1]
	}
	return facts.Generation{}
}

func (r *Registry) releasesOf(kind facts.APIKind) []facts.Releases {
	return r.Served.Of(kind.APIVersion, kind.Kind)
}

// PoolKinds returns the kinds of pools in versions of the API, oldest first.
func PoolKinds(apis []facts.Generation) []string {
	return kindsOf(apis, func(g facts.Generation) facts.APIKind { return g.Pool })
}

// ClassKinds returns the kinds of classes in versions of the API, oldest first.
func ClassKinds(apis []facts.Generation) []string {
	return kindsOf(apis, func(g facts.Generation) facts.APIKind { return g.Class })
}

func kindsOf(apis []facts.Generation, role func(facts.Generation) facts.APIKind) (kinds []string) {
	for _, g := range apis {
		if kind := role(g).Kind; !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// ClassRefs returns where pools of versions of the API name their classes, oldest first.
func ClassRefs(apis []facts.Generation) (paths [][]any) {
	for i, g := range apis {
		if i == 0 || g.PoolRef != apis[i-1].PoolRef {
			paths = append(paths, model.Keys(g.PoolRef))
		}
	}
	return paths
}

// ClassOfPool returns the name of the class in a pool of one of several versions, or nil.
func ClassOfPool(pool *model.Value, generations []facts.Generation) *model.Value {
	for _, ref := range ClassRefs(generations) {
		if name := pool.Get(model.Join(ref, "name")...); name != nil {
			return name
		}
	}
	return nil
}
