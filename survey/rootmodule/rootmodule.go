// Package rootmodule reads the observations of an evaluated root module: resources of providers, calls of modules outside the
// repository, and the objects that these apply.
package rootmodule

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"slices"
	"strconv"
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/network"
	"github.com/karplint/karplint/terraform"
)

// reader collects the resources of a root.
type reader struct {
	root      *terraform.Root
	resources []*survey.Resource
	clusters  []*survey.Resource
	sources   []*survey.ChartSource // among the objects that the root applies
	uses      []*survey.ChartUse
	links     []clusterLink
	crds      map[string]bool                   // names of CustomResourceDefinitions found by their URL
	written   map[*survey.Resource]*model.Value // the block of each helm_release as it is written
	helm      func() (constraint, major string) // see helmConstraint
	made      map[*survey.Resource]identity     // the identity that a module makes beside a release
	readers   func() map[string][]string        // see readersOf
	opaque    func() map[string]string          // see opaqueTextsOf
}

// clusterLink is a resource that belongs to a cluster: the given one, or the one with the given name.
type clusterLink struct {
	resource, cluster *survey.Resource
	name              *model.Value
}

// Read returns the observations of an evaluated root. Its target is that of its installations and objects.
func Read(root *terraform.Root) *survey.Root {
	t := &reader{root: root, crds: map[string]bool{}, written: map[*survey.Resource]*model.Value{}, made: map[*survey.Resource]identity{}}
	t.helm = sync.OnceValues(func() (constraint, major string) { return helmConstraint(root) })
	t.readers = sync.OnceValue(func() map[string][]string { return readersOf(root) })
	t.opaque = sync.OnceValue(func() map[string]string { return opaqueTextsOf(root) })
	for _, block := range root.Resources {
		if !block.Never && block.Value != nil {
			t.read(block)
		}
	}
	iamReader{t}.readGivenRoles()
	if root.Partial {
		t.addUnknown()
	}
	t.resources = append(t.resources, network.Read(root, t.resources, len(t.clusters) > 0)...)
	t.completeChartSources()
	t.addCycles()
	makeIDsUnique(t.resources)
	t.linkClusters()
	survey.MarkShared(t.resources)
	for _, r := range t.resources {
		if r.Kind == survey.Installation {
			r.Default = survey.DefaultOf(r)
		}
		if r.Role() == survey.ControllerRole && r.File != nil {
			r.Settings = survey.ChartSettings(r, survey.PlaceText(r.Address, r.File, r.Value.Span.Start), func(key string, v *model.Value) survey.Reference {
				return profileReference(r, t.written[r], key, v, t.root.Dir)
			})
			completeReferences(r.Settings, t.made[r])
		}
	}
	return &survey.Root{Dir: root.Dir, Resources: t.resources, Edges: root.Edges, Target: survey.TargetOf(t.resources), Uses: t.uses, Read: root.Read}
}

// addUnknown adds the resources that unreadable files may contain: an installation of any chart, nodes with any taints, access for any role.
func (t *reader) addUnknown() {
	unknown := func() *model.Value {
		return &model.Value{Kind: model.Unknown, Text: "a file that cannot be read", Dash: -1}
	}
	r := survey.New(survey.Installation, t.root.Dir)
	for _, key := range []string{"chart", "karpenter", "version"} {
		r.Set(key, unknown())
	}
	nodes := survey.New(survey.NodeGroup, t.root.Dir)
	nodes.Set("taints", unknown())
	t.resources = append(t.resources, r, nodes, survey.New(survey.AccessEntry, t.root.Dir))
}

func (t *reader) read(block *terraform.Resource) {
	switch block.Kind {
	case "module":
		t.readModule(block)
	case "helm_release":
		t.readRelease(block)
	case "kubectl_manifest":
		t.readManifests(block, "yaml_body")
	case "kubernetes_manifest":
		t.readManifests(block, "manifest")
	case "kubernetes_storage_class", "kubernetes_storage_class_v1":
		t.readStorageClass(block)
	case "kustomization_resource":
		t.readManifests(block, "manifest")
	case "data.kustomization", "data.kustomization_build":
		t.addUse(block, survey.ViaKustomization, survey.ChartUse{Dir: block.Value.Str("path")}, nil)
	case "data.kustomization_overlay":
		for _, item := range block.Value.List("resources") {
			t.addUse(block, survey.ViaKustomization, survey.ChartUse{Dir: item.Text}, nil)
		}
	case "argocd_application":
		t.readArgoApplication(block, "Application")
	case "argocd_application_set":
		t.readArgoApplication(block, "ApplicationSet", "spec", 0, "template", 0)
	case "aws_eks_cluster":
		t.readCluster(block)
	case "aws_eks_addon":
		t.readAddon(block)
	case "aws_eks_node_group":
		t.readNodeGroup(block)
	case "aws_autoscaling_group", "spotinst_ocean_aws":
		t.addUnknownNodes(block)
	case "aws_eks_fargate_profile":
		t.readFargateProfile(block)
	case "data.aws_ecrpublic_authorization_token":
		addRegistryToken(t, block)
	case "aws_sqs_queue":
		readQueue(t, block)
	case "aws_sqs_queue_policy":
		addQueuePolicy(t, block, valueOrInput(block, "queue_url"))
	case "aws_cloudwatch_event_rule":
		readEventRule(t, block)
	case "aws_cloudwatch_event_target":
		addAttributes(t.addResource(survey.EventTarget, block, ""), block, "rule", "arn", "role_arn")
	}
	t.readWorkload(block)
	iamReader{t}.readBlock(block)
	t.readScripts(block)
	t.addCRDAddresses(block)
	t.addCRDCommands(block)
}

// addResource adds a resource of a block. If suffix is not "", it distinguishes the resource from others of the same block.
func (t *reader) addResource(kind string, block *terraform.Resource, suffix string) *survey.Resource {
	r := survey.New(kind, block.Address+suffix)
	r.Block = block.Node
	r.File = block.File
	r.Value.Style = model.Block
	r.Value.Span = block.Span
	r.Value.SetProps(block.Header)
	r.Value.Origin = &model.Origin{File: block.File}
	t.resources = append(t.resources, r)
	return r
}

// addAttributes adds the attributes of the block with the names of the keys, and their paths. The block need not have them.
func addAttributes(r *survey.Resource, block *terraform.Resource, keys ...string) {
	for _, key := range keys {
		r.Set(key, valueOrInput(block, key))
		r.Locate(key, block.Path, key)
	}
}

// valueOrInput returns the value of an attribute. If an expression in a root module is null, it returns Unknown, because the null
// may be the default of a variable that the user of Terraform sets.
func valueOrInput(block *terraform.Resource, key string) *model.Value {
	v := block.Value.Get(key)
	attribute := block.Body.Attribute(key)
	isNull := v != nil && v.Kind == model.Null
	isOfRoot := block.Node == block.Reference()
	if !isNull || !isOfRoot || attribute == nil {
		return v
	}
	if _, isLiteral := attribute.Expr.(*hclsyntax.LiteralValueExpr); isLiteral {
		return v
	}
	input := model.NewUnknown(key)
	input.Span, input.Origin = v.Span, v.Origin
	return input
}

// setWaits adds the nodes that the items of depends_on lead to. For a node that the block also refers to elsewhere it adds "".
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

// setGate adds the condition under which the block exists, and whether the values of its variables disable it.
func setGate(r *survey.Resource, block *terraform.Resource) {
	r.SetText("gate", block.Gate)
	if block.Off {
		r.SetBool("off", true)
	}
}

// writtenMap returns the path of a map among the arguments of the block; nil if it is not a literal there.
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

// makeIDsUnique numbers resources with the same ID.
func makeIDsUnique(resources []*survey.Resource) {
	counts := map[string]int{}
	for _, r := range resources {
		counts[r.ID]++
		if n := counts[r.ID]; n > 1 {
			r.ID += "#" + strconv.Itoa(n)
		}
	}
}
