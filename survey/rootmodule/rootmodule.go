// Package rootmodule reads what an evaluated root module tells about its project: resources of providers, calls of known modules,
// and the objects that either applies.
package rootmodule

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// reader collects the resources of a root.
type reader struct {
	root     *terraform.Root
	found    []*survey.Resource
	clusters []*survey.Resource
	sources  []*survey.ChartSource // that are applied in the root
	links    []clusterLink
	edges    map[string][]string               // those that can be part of a cycle
	crds     map[string]bool                   // CustomResourceDefinitions that were found by their address
	written  map[*survey.Resource]*model.Value // the block of each helm_release as it is written
}

// clusterLink is a resource that belongs to a cluster: the one given, or the one that a value names.
type clusterLink struct {
	resource, cluster *survey.Resource
	name              *model.Value
}

// Read returns what an evaluated root describes. Its target is that of its installations and objects.
func Read(root *terraform.Root) *survey.Root {
	t := &reader{root: root, crds: map[string]bool{}, written: map[*survey.Resource]*model.Value{}}
	for _, block := range root.Resources {
		if !block.Never && block.Value != nil {
			t.read(block)
		}
	}
	if root.Partial {
		t.unseen()
	}
	t.takeSources()
	t.cycles()
	uniqueIDs(t.found)
	t.linkClusters()
	for _, r := range t.found {
		if r.Role() == survey.ControllerRole && r.File != nil {
			r.Settings = survey.ChartSettings(r, survey.PlaceText(r.Address, r.File, r.Value.Span.Start), func(key string, v *model.Value) survey.Reference {
				return profileReference(r, t.written[r], key, v)
			})
		}
	}
	return &survey.Root{Dir: root.Dir, Resources: t.found, Edges: root.Edges, Target: survey.TargetOf(t.found)}
}

// unseen stands for what files that cannot be read may hold: an installation of any chart, nodes of any kind.
func (t *reader) unseen() {
	unknown := func() *model.Value {
		return &model.Value{Kind: model.Unknown, Text: "a file that cannot be read", Dash: -1}
	}
	r := survey.New(survey.Installation, t.root.Dir)
	for _, key := range []string{"chart", "karpenter", "version"} {
		r.Set(key, unknown())
	}
	nodes := survey.New(survey.NodeGroup, t.root.Dir)
	nodes.Set("taints", unknown())
	t.found = append(t.found, r, nodes)
}

func (t *reader) read(block *terraform.Resource) {
	switch block.Kind {
	case "module":
		t.module(block)
	case "helm_release":
		t.release(block)
	case "kubectl_manifest":
		t.manifests(block, "yaml_body")
	case "kubernetes_manifest":
		t.manifests(block, "manifest")
	case "kustomization_resource":
		t.manifests(block, "manifest")
	case "argocd_application":
		t.argoApplication(block, "Application")
	case "argocd_application_set":
		t.argoApplication(block, "ApplicationSet", "spec", 0, "template", 0)
	case "aws_eks_cluster":
		t.eksCluster(block)
	case "aws_eks_addon":
		t.eksAddon(block)
	case "aws_eks_node_group":
		t.eksNodeGroup(block)
	case "aws_autoscaling_group", "spotinst_ocean_aws":
		t.hiddenNodes(block)
	case "aws_eks_fargate_profile":
		t.eksFargateProfile(block)
	case "data.aws_iam_policy_document":
		t.policyDocument(block)
	case "aws_iam_policy", "aws_iam_role_policy", "aws_iam_user_policy", "aws_iam_group_policy":
		t.policy(block, block.Value.Get("policy"))
	case "aws_iam_role":
		for _, inline := range block.Value.Get("inline_policy").Children() {
			t.policy(block, inline.Get("policy"))
		}
	case "aws_fis_experiment_template":
		t.tagSelectors(block)
	}
	t.destroyScripts(block)
	t.crdAddresses(block)
	t.crdCommands(block)
}

// resource returns a resource of a block; what, if it is not "", tells it from others of the same block.
func (t *reader) resource(kind string, block *terraform.Resource, what string) *survey.Resource {
	r := survey.New(kind, block.Address+what)
	r.Block = block.Node
	r.File = block.File
	r.Value.Style = model.Block
	r.Value.Span, r.Value.Props = block.Span, block.Header
	r.Value.Origin = &model.Origin{File: block.File}
	t.found = append(t.found, r)
	return r
}

// take adds the attributes of the block that have the same name as the keys, and where they are or would be written.
func take(r *survey.Resource, block *terraform.Resource, keys ...string) {
	for _, key := range keys {
		r.Set(key, block.Value.Get(key))
		r.Locate(key, block.Path, key)
	}
}

// setWaits notes where depends_on is or would be written, and what its items lead to; "" for what the block depends on without them as well.
func setWaits(r *survey.Resource, block *terraform.Resource) {
	r.Locate("depends_on", block.Path, "depends_on")
	if len(block.DependsOn) == 0 {
		return
	}
	list := model.NewList()
	for _, node := range block.DependsOn {
		if slices.Contains(block.RefersTo, node) {
			node = ""
		}
		list.Items = append(list.Items, model.NewString(node))
	}
	r.Set("waits_for", list)
}

// setGate notes on what the block's existence depends, and that it does not exist with the values that its variables have.
func setGate(r *survey.Resource, block *terraform.Resource) {
	r.SetText("gate", block.Gate)
	if block.Off {
		r.SetBool("off", true)
	}
}

// writtenMap returns the path of a map among the arguments of the block, nil if it does not stand there as a literal.
func writtenMap(block *terraform.Resource, v *model.Value, steps ...any) []any {
	path := model.Join(block.Path, steps...)
	if block.Source == nil || block.Source.Document == nil || !v.IsMap() {
		return nil
	}
	written := block.Source.Document.Root.Get(path...)
	isElsewhere := v.Origin != nil && (v.Origin.File != block.File || v.Origin.Computed)
	if !written.IsMap() || isElsewhere {
		return nil
	}
	return path
}

// field returns the argument of that name, Unknown where the arguments are not all known.
func field(arguments *model.Value, name string) *model.Value {
	v := arguments.Get(name)
	switch {
	case v != nil || arguments == nil:
		return v
	case arguments.Kind == model.Unknown:
		return &model.Value{Kind: model.Unknown, Text: arguments.Text + "." + name, Span: arguments.Span, Origin: arguments.Origin, Dash: -1}
	case arguments.Open:
		return &model.Value{Kind: model.Unknown, Text: "…." + name, Span: arguments.Span, Origin: arguments.Origin, Dash: -1}
	}
	return nil
}

// uniqueIDs gives resources of the same name different IDs.
func uniqueIDs(resources []*survey.Resource) {
	seen := map[string]int{}
	for _, r := range resources {
		seen[r.ID]++
		if n := seen[r.ID]; n > 1 {
			r.ID += "#" + strconv.Itoa(n)
		}
	}
}
