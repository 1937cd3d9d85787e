// Package terraform reads root modules, with the local modules they call: evaluated resources, and the dependencies between them.
//
// Nothing is run and nothing is downloaded: a value that cannot be known from the files is Unknown.
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

	// Resources are the evaluated blocks that a plan would show: resource, data and module blocks
	// (module blocks whose source is not local: a local one is looked into instead), in the order of module, file and place.
	// A block with a known for_each is there once for each element (up to a bound), else once.
	Resources []*Resource

	// Partial means that a module, or a file of one, cannot be read or does not parse: there may be more than is seen.
	Partial bool

	// Edges are the direct dependencies, as Terraform has them: node → the nodes that must be there before.
	// Nodes are addresses without instance keys: helm_release.karpenter, data.aws_eks_cluster.this, module.eks,
	// module.eks.output.name, module.eks.var.name, local.name, var.name, provider.helm; inside a called module with the call's address in
	// front: module.karpenter.helm_release.this. A called module's node depends on everything in it; the outputs of a module that
	// is not local depend on all of it.
	Edges map[string][]string
}

// Resource is one evaluated block.
type Resource struct {
	*hcl.Block
	Source  *hcl.Source
	Kind    string // helm_release, data.aws_iam_policy_document, module
	Address string // with the modules that call it and its key: module.a.kubectl_manifest.pool["x"]
	Node    string // its node in Edges: the address without keys

	// Value is the evaluated body: a map of Style Block with the block's Span and Props. Its entries are the
	// attributes, and each type of nested block as a list of such maps, whether written as blocks or dynamic; of blocks with a
	// label (provisioner "local-exec") a map by label of such lists. A list is open if a dynamic block's for_each is unknown. count,
	// for_each, depends_on, lifecycle and provider are not in it. Every value in it has an Origin, but for those that a
	// document of Origin.Documents holds itself.
	Value *model.Value

	// DependsOn has the node that each item of depends_on leads to, "" for one that leads nowhere; RefersTo those that the other
	// arguments refer to.
	DependsOn, RefersTo []string

	// Gate is the canonical text of count or of for_each with a condition ("var.enabled ? 1 : 0"), "" without one. Two
	// resources with the same Gate exist together.
	Gate string
	// Never means that count is 0 or for_each empty whatever the variables of the root are.
	Never bool
	// Off means that count is 0 or for_each empty with the values that the variables have: the values may be others where the
	// block exists.
	Off bool
}

// Load reads and evaluates the root module in dir. It never fails: errors are in Errors, and values that are not known are Unknown.
// Time and memory are bounded for every input.
//
// Unknown values have as Text their expression in canonical form, with references resolved as far as possible: two Unknowns with
// the same Text in one Root have the same value (var.version passed into two modules is var.version in both).
func Load(files modules.Files, dir string, options modules.Options) *Root {
	t := modules.Read(files, dir, options)
	root := &Root{Dir: t.Dir, Edges: map[string][]string{}}
	if t.Root != nil {
		c := &collector{tree: t, ev: eval.New(t), sources: map[*model.File]*hcl.Source{}}
		for _, source := range t.Sources {
			c.sources[source.File] = source
		}
		top := c.ev.Root(t.Root, false)
		c.module(top, c.ev.Root(t.Root, true), nil, presence{})
		c.otherReaders(top)
		root.Resources, root.Read = c.resources, c.ev.FilesRead()
		g := newGraph()
		g.module(t.Root, nil)
		root.Edges = g.edges
	}
	root.Dirs, root.Sources, root.Errors, root.Partial = t.Dirs, t.Sources, t.Errors, t.Partial
	return root
}
