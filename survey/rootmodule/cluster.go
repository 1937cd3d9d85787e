package rootmodule

import (
	"path"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// readCluster reads an aws_eks_cluster.
func (t *reader) readCluster(block *terraform.Resource) {
	r := t.addCluster(block)
	addAttributes(r, block, "name", "version")
	setAutoMode(r, block.Value.Get("compute_config", 0, "enabled"))
	r.SetBool("opaque", false)
	r.SetText("via", "aws_eks_cluster")
	r.Set("authentication_mode", survey.FirstGiven(block.Value.Get("access_config", 0, "authentication_mode"), model.NewString("CONFIG_MAP")))
}

// addCluster returns a new Cluster of the block.
func (t *reader) addCluster(block *terraform.Resource) *survey.Resource {
	r := t.addResource(survey.Cluster, block, "")
	t.clusters = append(t.clusters, r)
	return r
}

func setAutoMode(r *survey.Resource, enabled *model.Value) {
	switch {
	case enabled.IsAbsent():
		r.SetBool("auto_mode", false)
	case enabled.Kind == model.Unknown:
		r.Set("auto_mode", enabled)
	default:
		r.Set("auto_mode", model.NewBool(enabled.IsTrue()).PlacedAt(enabled))
	}
}

// readEKSModule reads a call of terraform-aws-modules/eks, v17 to v21.
func (t *reader) readEKSModule(block *terraform.Resource, row *facts.TerraformModule) {
	v := block.Value
	if v.Get("create").IsFalse() || v.Get("create_eks").IsFalse() {
		return
	}
	r := t.addCluster(block)
	r.Set("name", firstOf(v, "name", "cluster_name"))
	r.Set("version", firstOf(v, "kubernetes_version", "cluster_version"))
	setAutoMode(r, autoMode(firstOf(v, "compute_config", "cluster_compute_config")))
	for _, argument := range row.Addons {
		t.readAddons(block, argument, r, nil)
	}
	opaque := false
	for _, groups := range groupArguments {
		opaque = t.readNodeGroups(block, groups, r) || opaque
	}
	opaque = t.readFargateProfiles(block, r) || opaque
	iamReader{t}.readModuleAccess(block, r)
	r.SetBool("opaque", opaque || v.Open)
	r.SetText("via", "eks")
	constraint, _ := modulecall.Constraint(block, modulecall.Parse(v.Str("source")))
	r.Set("authentication_mode", survey.FirstGiven(v.Get("authentication_mode"), defaultMode(versions.ParseTerraform(constraint))))
}

// defaultMode returns how a cluster of the eks module knows roles, unless the call says it. Before 20.0 it has only the ConfigMap aws-auth. Source:
// terraform-aws-modules/terraform-aws-eks, variables.tf at v19.21.0, v20.0.0 and v21.19.0.
func defaultMode(admitted versions.Interval) *model.Value {
	switch entries := (facts.Releases{Since: "20.0.0"}); {
	case admitted.IsWithin(versions.Of(entries)):
		return model.NewString("API_AND_CONFIG_MAP")
	case !admitted.Overlaps(versions.Of(entries)):
		return model.NewString("CONFIG_MAP")
	}
	return model.NewUnknown("authentication_mode")
}

func firstOf(v *model.Value, names ...string) *model.Value {
	for _, name := range names {
		if argument := v.Get(name); !argument.IsAbsent() {
			return argument
		}
	}
	return nil
}

// autoMode returns the value that enables EKS Auto Mode.
func autoMode(config *model.Value) *model.Value {
	if config == nil {
		return nil
	}
	return modulecall.Field(config, "enabled")
}

// notClusters are words in the names of modules that belong to a cluster but do not create one.
var notClusters = []string{"addon", "karpenter", "irsa", "iam", "pod-identity", "teams", "node-group", "nodegroup", "auth", "role", "fargate",
	"access", "kubeconfig", "bootstrap"}

// readOpaqueCluster treats an unknown module as a cluster if it is named after EKS and has a network or a Kubernetes version among
// its arguments.
func (t *reader) readOpaqueCluster(block *terraform.Resource, source modulecall.Source) {
	name := strings.ToLower(path.Base(source.Address) + "/" + path.Base(source.Submodule))
	if source.Registry {
		name = strings.ToLower(source.Address + "/" + path.Base(source.Submodule))
	}
	if !strings.Contains(name, "eks") && !strings.Contains(name, "kubernetes-cluster") {
		return
	}
	for _, part := range notClusters {
		if strings.Contains(name, part) {
			return
		}
	}
	if firstOf(block.Value, "subnet_ids", "private_subnet_ids", "subnets", "vpc_id", "vpc_config", "cluster_version", "kubernetes_version") == nil {
		return
	}
	r := t.addCluster(block)
	r.Set("name", firstOf(block.Value, "cluster_name", "name"))
	r.Set("version", firstOf(block.Value, "cluster_version", "kubernetes_version"))
	r.SetBool("opaque", true)
	r.SetText("via", "module")
}

// linkClusters adds the ID of its cluster to each resource: the cluster of the enclosing module call, the cluster that its
// cluster_name refers to or equals, or the only cluster of the root.
func (t *reader) linkClusters() {
	for _, link := range t.links {
		cluster := link.cluster
		if cluster == nil {
			cluster = clusterNamed(t.clusters, link.name)
		}
		if cluster == nil && len(t.clusters) == 1 {
			cluster = t.clusters[0]
		}
		if cluster != nil {
			link.resource.SetText("cluster", cluster.ID)
		}
	}
}

func clusterNamed(clusters []*survey.Resource, name *model.Value) *survey.Resource {
	if name == nil || name.Text == "" {
		return nil
	}
	for _, c := range clusters {
		if name.IsUnknown() && refersTo(name.Text, c) {
			return c
		}
	}
	for _, c := range clusters {
		if clusterName := c.Value.Get("name"); clusterName != nil && model.Equal(clusterName, name) {
			return c
		}
	}
	return nil
}

// refersTo reports whether an expression is an attribute of the cluster's block.
func refersTo(expression string, c *survey.Resource) bool {
	for _, address := range []string{c.Address, c.Block} {
		if strings.HasPrefix(expression, address+".") || strings.HasPrefix(expression, address+"[") {
			return true
		}
	}
	return false
}
