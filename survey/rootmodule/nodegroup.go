package rootmodule

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/survey/rootmodule/taints"
	"github.com/karplint/karplint/terraform"
)

// groups are the arguments of terraform-aws-modules/eks for node groups by name, and for their defaults.
type groups struct {
	argument, defaults string
	selfManaged        bool // the owner's script registers the nodes and sets the taints
}

var groupArguments = []groups{
	{"eks_managed_node_groups", "eks_managed_node_group_defaults", false},
	{"self_managed_node_groups", "self_managed_node_group_defaults", true},
	{"node_groups", "node_groups_defaults", false},                    // v17
	{"worker_groups", "workers_group_defaults", true},                 // v17
	{"worker_groups_launch_template", "workers_group_defaults", true}, // v17
}

// morePolicies is the argument of a group with the policies that the eks module attaches to its role, from 18.0 on.
const morePolicies = "iam_role_additional_policies"

// readNodeGroup reads an aws_eks_node_group.
func (t *reader) readNodeGroup(block *terraform.Resource) {
	v := block.Value
	r := t.addResource(survey.NodeGroup, block, "")
	r.Set("name", firstOf(v, "node_group_name", "node_group_name_prefix"))
	r.Set("labels", v.Get("labels"))
	r.Set("taints", taints.Of(v.Get("taint"), v))
	r.Set("max_size", v.Get("scaling_config", 0, "max_size"))
	if isUncounted(block) {
		r.Replace("max_size", model.NewUnknown("max_size"))
	}
	r.SetText("via", "aws_eks_node_group")
	r.Locate("taints", block.Path, "taint")
	t.links = append(t.links, clusterLink{resource: r, name: v.Get("cluster_name")})
	iamReader{t}.addGroupAccess(block, "", v.Get("node_role_arn"), nil)
}

// isUncounted reports whether the block stands for a number of instances that is not known.
func isUncounted(block *terraform.Resource) bool {
	return block.Address == block.Node && (block.Body.Attribute("count") != nil || block.Body.Attribute("for_each") != nil)
}

// addUnknownNodes adds a node group with unknown taints, for a block that may start nodes for a cluster.
func (t *reader) addUnknownNodes(block *terraform.Resource) {
	r := t.addResource(survey.NodeGroup, block, "")
	r.Set("taints", model.NewUnknown(block.Address+".taints").PlacedAt(block.Value))
	r.SetText("via", block.Kind)
	t.links = append(t.links, clusterLink{resource: r, name: firstOf(block.Value, "cluster_name", "cluster")})
}

// makesNodes are words in the names of modules that start nodes, and in the names of arguments of modules that may.
var (
	makesNodes    = pattern.New(`(?i)node|worker|autoscaling`)
	nodeArguments = pattern.New(`(?i)node_?group|worker|instance_types?$|launch_template|ami_type`)
)

// readModuleNodes adds an unknown node group for a module outside the repository that may start nodes.
func (t *reader) readModuleNodes(block *terraform.Resource, source modulecall.Source) {
	startsNodes := makesNodes().MatchString(source.String())
	for _, e := range block.Value.Entries {
		startsNodes = startsNodes || nodeArguments().MatchString(e.Key.Text)
	}
	if startsNodes {
		t.addUnknownNodes(block)
	}
}

// readNodeGroups reads the node groups of one argument. It returns true if there may be others.
func (t *reader) readNodeGroups(block *terraform.Resource, g groups, cluster *survey.Resource) bool {
	argument := block.Value.Get(g.argument)
	if argument.IsAbsent() {
		return false
	}
	defaults := block.Value.Get(g.defaults)
	iamReader{t}.addGroupRole(block, g.argument, cluster)
	groups := slices.Clip(argument.Items)
	for _, e := range argument.Entries {
		groups = append(groups, e.Value)
	}
	for i, group := range groups {
		key := strconv.Itoa(i)
		if argument.Kind == model.Map {
			key = strconv.Quote(argument.Entries[i].Key.Text)
		}
		if group.Get("create").IsFalse() {
			continue
		}
		r := t.addResource(survey.NodeGroup, block, "."+g.argument+"["+key+"]")
		setGroup(r, group, defaults, g.selfManaged)
		if isUncounted(block) {
			r.Replace("max_size", model.NewUnknown("max_size"))
		}
		if r.Value.Get("name") == nil && argument.Kind == model.Map {
			r.Set("name", keyName(argument.Entries[i].Key, block))
		}
		if argument.Kind == model.Map {
			if path := writtenMap(block, group, g.argument, argument.Entries[i].Key.Text); path != nil {
				r.Locate("taints", path, "taints")
				r.Locate("labels", path, "labels")
			}
		}
		t.links = append(t.links, clusterLink{resource: r, cluster: cluster})
		iamReader{t}.addGroupAccess(block, "."+g.argument+"["+key+"]", survey.FirstGiven(group.Get("iam_role_arn"), defaults.Get("iam_role_arn")), cluster)
		iamReader{t}.readAttachments(block, survey.FirstGiven(group.Get(morePolicies), defaults.Get(morePolicies)))
	}
	return argument.Kind == model.Unknown || argument.Open || hasUnknownKey(argument)
}

func hasUnknownKey(m *model.Value) bool {
	return slices.ContainsFunc(m.Entries, func(e *model.Entry) bool { return e.Key.Kind == model.Unknown })
}

// setGroup adds name, labels, size and taints of a node group of the eks module.
func setGroup(r *survey.Resource, group, defaults *model.Value, selfManaged bool) {
	get := func(name string) *model.Value {
		if v := modulecall.Field(group, name); !v.IsAbsent() {
			return v
		}
		return modulecall.Field(defaults, name)
	}
	r.Set("name", group.Get("name"))
	r.Set("labels", survey.FirstGiven(get("labels"), get("k8s_labels")))
	r.Set("max_size", get("max_size"))
	if selfManaged {
		r.Set("taints", taints.OfScripts(get, group))
		r.SetText("via", "self_managed")
		return
	}
	r.Set("taints", taints.Of(get("taints"), group))
	r.SetText("via", "eks_managed")
}

// readFargateProfile reads an aws_eks_fargate_profile.
func (t *reader) readFargateProfile(block *terraform.Resource) {
	r := t.addResource(survey.FargateProfile, block, "")
	r.Set("name", block.Value.Get("fargate_profile_name"))
	r.Set("selectors", block.Value.Get("selector"))
	t.links = append(t.links, clusterLink{resource: r, name: block.Value.Get("cluster_name")})
}

// readFargateProfiles reads the Fargate profiles of the eks module. It returns true if there may be others.
func (t *reader) readFargateProfiles(block *terraform.Resource, cluster *survey.Resource) bool {
	profiles := block.Value.Get("fargate_profiles")
	if profiles.IsAbsent() {
		return false
	}
	defaults := block.Value.Get("fargate_profile_defaults")
	for _, e := range profiles.Entries {
		if e.Value.Get("create").IsFalse() {
			continue
		}
		r := t.addResource(survey.FargateProfile, block, ".fargate_profiles["+strconv.Quote(e.Key.Text)+"]")
		if r.Set("name", e.Value.Get("name")); r.Value.Get("name") == nil {
			r.Set("name", keyName(e.Key, block))
		}
		r.Set("selectors", survey.FirstGiven(modulecall.Field(e.Value, "selectors"), modulecall.Field(defaults, "selectors")))
		t.links = append(t.links, clusterLink{resource: r, cluster: cluster})
	}
	return profiles.Kind != model.Map || profiles.Open || hasUnknownKey(profiles)
}

// readEKSSubmodule reads a call of a submodule of the eks module that makes one node group or Fargate profile. It returns false
// for any other module.
func (t *reader) readEKSSubmodule(block *terraform.Resource, source modulecall.Source) bool {
	parent := source
	parent.Submodule = ""
	if row := moduleRow(parent); row == nil || row.Via != "eks" {
		return false
	}
	link := clusterLink{name: block.Value.Get("cluster_name")}
	switch source.Submodule {
	case "modules/eks-managed-node-group", "modules/self-managed-node-group":
		link.resource = t.addResource(survey.NodeGroup, block, "")
		setGroup(link.resource, block.Value, nil, source.Submodule == "modules/self-managed-node-group")
		iamReader{t}.addGroupRole(block, "", nil)
		iamReader{t}.addGroupAccess(block, "", block.Value.Get("iam_role_arn"), nil)
		link.resource.Locate("taints", block.Path, "taints")
	case "modules/fargate-profile":
		link.resource = t.addResource(survey.FargateProfile, block, "")
		link.resource.Set("name", block.Value.Get("name"))
		link.resource.Set("selectors", block.Value.Get("selectors"))
	default:
		return true // rules do not use karpenter, aws-auth and others
	}
	t.links = append(t.links, link)
	return true
}
