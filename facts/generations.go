package facts

import (
	"slices"
	"strings"
)

// APIKind names a kind of object.
type APIKind struct {
	APIVersion string `json:"api_version"`
	Kind       string `json:"kind"`
}

// Group returns the API group of the kind.
func (k APIKind) Group() string {
	group, _, _ := strings.Cut(k.APIVersion, "/")
	return group
}

// Generation is a version of Karpenter's API, with what it calls a pool of nodes, their class, and the controller's record of a node.
type Generation struct {
	Name    string  `json:"name"`
	Pool    APIKind `json:"pool"`
	Class   APIKind `json:"class"`
	Node    APIKind `json:"node"`     // never converted
	PoolRef string  `json:"pool_ref"` // where a pool names its class: spec.providerRef
	NodeRef string  `json:"node_ref"` // where a node does
	Release string  `json:"release"`  // what objects are converted for where none is installed; "" for the oldest, which is never written
}

// KindChange is a kind and what it becomes in the next generation; To is empty for one that is never converted.
type KindChange struct{ From, To APIKind }

// Until returns the generations up to the one of a name, oldest first; nil if there is none of that name.
func (s *ServedAPIs) Until(name string) []Generation {
	last := slices.IndexFunc(s.Generations, func(g Generation) bool { return g.Name == name })
	return s.Generations[:last+1]
}

// Steps returns what the kinds of each generation become in the next one.
func Steps(generations []Generation) []KindChange {
	var steps []KindChange
	for i, to := range generations[min(1, len(generations)):] {
		from := generations[i]
		steps = append(steps, KindChange{from.Pool, to.Pool}, KindChange{from.Class, to.Class}, KindChange{From: from.Node})
	}
	return steps
}

// The groups of Karpenter's API.
const (
	PoolGroup  = "karpenter.sh"
	ClassGroup = "karpenter.k8s.aws"
)

// IsKarpenter says whether a group is one of Karpenter's API.
func IsKarpenter(group string) bool { return group == PoolGroup || group == ClassGroup }
