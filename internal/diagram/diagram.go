// Package diagram draws what depends on what in the installations of Karpenter of a repository, and in which order it is created and destroyed.
package diagram

// Graph is the picture of a repository.
type Graph struct {
	Groups []*Group `json:"groups"` // in the order of their directories
}

// Group is a project: a Terraform root with the manifests that belong to it, or the manifests around an installation.
type Group struct {
	Root      string   `json:"root"` // directory, "." for the working directory
	Terraform bool     `json:"terraform"`
	Releases  []string `json:"releases"` // of Karpenter, as the files write them; empty if they do not
	Nodes     []*Node  `json:"nodes"`
	Edges     []*Edge  `json:"edges"`
}

// Kind tells what a node is.
type Kind string

// The kinds of nodes, in the order in which they are created.
const (
	Cluster    Kind = "cluster"
	Nodes      Kind = "nodes" // groups of nodes that Karpenter does not make, and Fargate profiles
	Addon      Kind = "addon"
	CRDs       Kind = "crds"
	Controller Kind = "controller"
	Class      Kind = "class"
	Pool       Kind = "pool"
)

var kinds = []Kind{Cluster, Nodes, Addon, CRDs, Controller, Class, Pool}

// Node is something that is created and destroyed as one: an object, or everything of one kind that a block of Terraform makes.
type Node struct {
	ID      string   `json:"id"` // unique in the graph
	Kind    Kind     `json:"kind"`
	Label   string   `json:"label"`   // NodePool default
	Detail  string   `json:"detail"`  // the block of Terraform, the installation, or the file of the object from the directory of the group
	File    string   `json:"file"`    // of the first member; "" if no file has it
	Line    int      `json:"line"`    // 1-based; 0 without a file
	Members []string `json:"members"` // the addresses of all that the node stands for
	Absent  bool     `json:"absent"`  // another node refers to it, and it is not in the files
	Marks   []Mark   `json:"marks"`   // findings about this node that are not about an edge
}

// Mark is a finding.
type Mark struct {
	Rule     string `json:"rule"` // KL204
	Severity string `json:"severity"`
	Text     string `json:"text"`
}

// EdgeKind tells who keeps the order of an edge.
type EdgeKind string

// The kinds of edges.
const (
	Order   EdgeKind = "order"   // a tool creates From after To, and destroys it before
	Needs   EdgeKind = "needs"   // From does not work without To, and no tool orders them
	Missing EdgeKind = "missing" // likewise, and a rule reports that
	Wrong   EdgeKind = "wrong"   // a rule reports the order that there is
)

// edgeKinds has the red ones last.
var edgeKinds = []EdgeKind{Needs, Order, Missing, Wrong}

// isRed reports whether a rule reports edges of the kind.
func (k EdgeKind) isRed() bool { return k == Missing || k == Wrong }

// Edge leads from what needs something to what it needs: From is created after To, and destroyed before it.
type Edge struct {
	From     string   `json:"from"` // IDs of nodes
	To       string   `json:"to"`
	Kind     EdgeKind `json:"kind"`
	Rule     string   `json:"rule"`     // of a missing or wrong edge
	Severity string   `json:"severity"` // likewise
	Text     string   `json:"text"`     // the tool that keeps the order, or the finding
}
