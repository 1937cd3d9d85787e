// Package terraform reads root modules, with the local modules they call: evaluated resources, and the dependencies between them.
//
// Nothing is executed and nothing is downloaded. A value that cannot be known from the files is
// Unknown.
package terraform

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/eval"
	"github.com/karplint/karplint/terraform/modules"
)

// Files reads files and directories; paths are relative to one base.
type Files = modules.Files

// Options of Load.
type Options = modules.Options

// Root is a root module with the local modules it calls, evaluated.
type Root struct {
	Dir     string   // path of the root's directory
	Dirs    []string // of all modules that were loaded, Dir first
	Sources []*hcl.Source
	Read    []string          // paths of the files that functions read
	Errors  []*hcl.ParseError // files that do not parse, modules that call themselves, values that need themselves

	// Resources are the evaluated blocks that a plan would show: resource, data and module blocks (a module block only if
	// its source is not local; of a local module, the resources inside it are listed), in the order of module, file and
	// place. A block with a known for_each occurs once for each element (up to a bound), otherwise once.
	Resources []*Resource

	// Providers are the evaluated configurations of providers, by their nodes in Edges.
	Providers map[string]*model.Value

	// Partial means that a module, or a file of one, cannot be read or does not parse: there may be more than is seen.
	Partial bool

	// Edges are the direct dependencies in Terraform's graph: node → the nodes that must exist first. Nodes are addresses without
	// instance keys: helm_release.karpenter, data.aws_eks_cluster.this, module.eks, module.eks.output.name, module.eks.var.name,
	// local.name, var.name, provider.helm. Inside a called module they have the address of the call as prefix:
	// module.karpenter.helm_release.this. The node of a called module depends on everything in the module; an output of a module that is
	// not local depends on the whole module.
	Edges map[string][]string
}

// Resource is one evaluated block.
type Resource struct {
	*hcl.Block
	Source  *hcl.Source
	Kind    string // helm_release, data.aws_iam_policy_document, module
	Address string // with the calls that lead to it, and its key: module.a.kubectl_manifest.pool["x"]
	Node    string // its node in Edges: the address without keys

	// Value is the evaluated body: a map of Style Block with the block's Span and Props. Its entries are the attributes, and each
	// type of nested block as a list of such maps, whether written as blocks or dynamic; blocks with a label (provisioner
	// "local-exec") are a map from the label to such a list. A list is open if the for_each of a dynamic block is unknown. count,
	// for_each, depends_on, lifecycle and provider are left out. Every value in it has an Origin, except those inside a document of
	// Origin.Documents.
	Value *model.Value

	// DependsOn are the nodes to which the items of depends_on refer, "" for an item that refers to nothing. RefersTo are the
	// nodes to which the other arguments refer.
	DependsOn, RefersTo []string
	place               *modules.Place // its module

	// Gate is the canonical text of count or of a conditional for_each ("var.enabled ? 1 : 0"), "" if there is
	// neither. Resources with the same Gate exist together.
	Gate string
	// Never means that count is 0 or for_each is empty for all values of the root's variables.
	Never bool
	// Off means that count is 0 or for_each is empty with the current values of the variables. Where the block exists, those that
	// decide this have other values: in Value they are unknown.
	Off bool
}

// Load reads and evaluates the root module in dir. It never fails: errors are in Errors, and values that are not known are Unknown.
// Time and memory are bounded for every input.
//
// The Text of an Unknown is its expression in canonical form, with references resolved as far as possible. Two Unknowns of one
// Root with the same Text have the same value (var.version passed into two modules is var.version in both).
func Load(files modules.Files, dir string, options modules.Options) *Root {
	t := modules.Read(files, dir, options)
	root := &Root{Dir: t.Dir, Edges: map[string][]string{}}
	if t.Root != nil {
		c := &collector{tree: t, ev: eval.New(t), sources: map[*model.File]*hcl.Source{}, providers: map[string]*model.Value{}}
		for _, source := range t.Sources {
			c.sources[source.File] = source
		}
		top := c.ev.Root(t.Root, &eval.Hidden{})
		c.module(top, c.ev.Root(t.Root, eval.Everything()), func(root *eval.Instance) *eval.Instance { return root }, nil, presence{})
		c.evaluateAbsent()
		c.otherReaders(top)
		root.Resources, root.Providers, root.Read = c.resources, c.providers, c.ev.FilesRead()
		g := newGraph()
		g.module(t.Root, nil)
		root.Edges = g.edges
	}
	root.Dirs, root.Sources, root.Errors, root.Partial = t.Dirs, t.Sources, t.Errors, t.Partial
	return root
}
