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

// Generation is a version of Karpenter's API: its kinds for pools, classes, and the controller's records of nodes.
type Generation struct {
	Name    string  `json:"name"`
	Pool    APIKind `json:"pool"`
	Class   APIKind `json:"class"`
	Node    APIKind `json:"node"`     // never converted
	PoolRef string  `json:"pool_ref"` // the path of a pool's reference to its class: spec.providerRef
	NodeRef string  `json:"node_ref"` // the path of that reference in a node
	Release string  `json:"release"`  // the target release of a conversion to this generation if none is installed; "" for the oldest generation
}

// KindChange is a kind and its successor in the next generation; To is empty if it is never converted.
type KindChange struct{ From, To APIKind }

// UpTo returns the generations up to the named one, oldest first; nil if the name is unknown.
func (s *ServedAPIs) UpTo(name string) []Generation {
	last := slices.IndexFunc(s.Generations, func(g Generation) bool { return g.Name == name })
	return s.Generations[:last+1]
}

// Steps returns the successor of each kind in the next generation.
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

// IsKarpenter reports whether a group is one of Karpenter's API.
func IsKarpenter(group string) bool { return group == PoolGroup || group == ClassGroup }
