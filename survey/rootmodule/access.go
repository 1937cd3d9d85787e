package rootmodule

import (
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
)

// access is what lets a role into a cluster.
type access struct {
	via, suffix                string
	principal, entryType, name *model.Value
	cluster                    *survey.Resource // nil: the cluster with the name
	typePath                   []any
}

// addAccess adds an access entry of a block.
func (t iamReader) addAccess(block *terraform.Resource, a *access) {
	r := t.addResource(survey.AccessEntry, block, a.suffix)
	r.SetText("via", a.via)
	r.Set("principal", a.principal)
	r.Set("type", a.entryType)
	if a.typePath != nil {
		r.Locate("type", a.typePath)
	}
	t.links = append(t.links, clusterLink{resource: r, cluster: a.cluster, name: a.name})
}

// readAccessEntry reads an aws_eks_access_entry.
func (t iamReader) readAccessEntry(block *terraform.Resource) {
	t.addAccess(block, &access{
		via: block.Kind, principal: block.Value.Get("principal_arn"), entryType: standard(block.Value.Get("type"), block.Value),
		name: block.Value.Get("cluster_name"), typePath: model.Join(block.Path, "type"),
	})
}

// standard returns the type of an access entry, STANDARD by default.
func standard(entryType, place *model.Value) *model.Value {
	return survey.FirstGiven(entryType, model.NewString("STANDARD").PlacedAt(place))
}

// rolesArguments are the arguments of modules with the roles that they add to the ConfigMap aws-auth: maps with a key rolearn, or ARNs. Sources:
// terraform-aws-modules/terraform-aws-eks, variables.tf at v17.24.0 and v19.21.0, modules/aws-auth at v20.37.2;
// aws-ia/terraform-aws-eks-blueprints, variables.tf at v4.32.1.
var rolesArguments = []string{"aws_auth_roles", "map_roles", "aws_auth_node_iam_role_arns_non_windows", "aws_auth_node_iam_role_arns_windows"}

// readModuleAccess reads the arguments of a module with roles that it lets into a cluster. cluster may be nil.
func (t iamReader) readModuleAccess(block *terraform.Resource, cluster *survey.Resource) {
	name := block.Value.Get("cluster_name")
	entries := block.Value.Get("access_entries")
	for key, entry := range entries.Children() {
		suffix := ".access_entries"
		if text, isText := key.(string); isText {
			suffix += "[" + strconv.Quote(text) + "]"
		}
		t.addAccess(block, &access{
			via: "access_entries", suffix: suffix, principal: entry.Get("principal_arn"), entryType: standard(modulecall.Field(entry, "type"), entry),
			cluster: cluster, name: name,
		})
	}
	t.addOpenAccess(block, "access_entries", entries, cluster)
	for _, argument := range rolesArguments {
		t.readRoles(block, argument, block.Value.Get(argument), cluster)
	}
}

// readRoles reads a list of roles for the ConfigMap aws-auth.
func (t iamReader) readRoles(block *terraform.Resource, suffix string, list *model.Value, cluster *survey.Resource) {
	for i, item := range list.Children() {
		principal := item
		if item.IsMap() {
			principal = survey.FirstGiven(item.Get("rolearn"), item.Get("role_arn"))
		}
		number, _ := i.(int)
		t.addAccess(block, &access{
			via: "aws-auth", suffix: "." + suffix + "[" + strconv.Itoa(number) + "]", principal: principal, cluster: cluster,
			name: block.Value.Get("cluster_name"),
		})
	}
	t.addOpenAccess(block, suffix, list, cluster)
}

// addOpenAccess adds an entry for a role that is not known, if a list or map may have more than is seen.
func (t iamReader) addOpenAccess(block *terraform.Resource, suffix string, v *model.Value, cluster *survey.Resource) {
	if !v.IsAbsent() && (v.Open || v.Kind != model.List && v.Kind != model.Map) {
		t.addAccess(block, &access{via: suffix, suffix: "." + suffix, cluster: cluster, name: block.Value.Get("cluster_name")})
	}
}

// readAuthConfigMap reads the ConfigMap aws-auth, in a resource of the Kubernetes provider.
func (t iamReader) readAuthConfigMap(block *terraform.Resource) {
	name := block.Value.Get("metadata", 0, "name")
	if name.IsString() && name.Text != "aws-auth" {
		return
	}
	arns, isWhole := survey.AuthRoles(modulecall.Field(block.Value.Get("data"), "mapRoles"))
	for i, arn := range arns {
		t.addAccess(block, &access{via: "aws-auth", suffix: ".mapRoles[" + strconv.Itoa(i) + "]", principal: arn})
	}
	if !isWhole {
		t.addAccess(block, &access{via: "aws-auth", suffix: ".mapRoles"})
	}
}

// addGroupAccess adds the entry that EKS itself makes for the role of a managed node group, if the role is given.
func (t iamReader) addGroupAccess(block *terraform.Resource, suffix string, role *model.Value, cluster *survey.Resource) {
	if role.IsAbsent() {
		return
	}
	t.addAccess(block, &access{
		via: "node group", suffix: suffix, principal: role, entryType: model.NewString("EC2_LINUX"), cluster: cluster,
		name: block.Value.Get("cluster_name"),
	})
}

// addGroupRole adds the role that the eks module makes for each node group in an argument, and lets into the cluster: eks_managed_node_groups. It is
// one for all, because an output with them has the same name; without a reader of that output, there is none. Of a submodule for one group, argument
// is "".
func (t iamReader) addGroupRole(block *terraform.Resource, argument string, cluster *survey.Resource) {
	node, suffix := block.Node, ""
	if argument != "" {
		if _, isRead := t.root.Edges[node+".output."+argument]; !isRead {
			return
		}
		node, suffix = node+"."+argument, "."+argument
	}
	r := t.addResource(survey.IAMRole, block, suffix)
	r.SetText("of", "node group")
	r.SetBool("certain", false)
	r.Set("trusts", model.NewList(model.NewString("ec2.amazonaws.com")).PlacedAt(block.Value))
	setFrom(r, "name_from", node, "iam_role_name")
	setFrom(r, "arn_from", node, "iam_role_arn")
	t.addGroupAccess(block, suffix, model.NewUnknown(node+".iam_role_arn").PlacedAt(block.Value), cluster)
}
