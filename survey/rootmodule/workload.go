package rootmodule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// kubernetesKinds are the kinds with pod templates that the Kubernetes provider has resources for, by the type of the resource without "_v1", and
// Namespace. Source: the provider's schemas, hashicorp/terraform-provider-kubernetes v2.38.0, kubernetes/provider.go.
var kubernetesKinds = map[string][2]string{
	"kubernetes_cron_job":     {"batch/v1", "CronJob"},
	"kubernetes_daemon_set":   {"apps/v1", "DaemonSet"},
	"kubernetes_daemonset":    {"apps/v1", "DaemonSet"},
	"kubernetes_deployment":   {"apps/v1", "Deployment"},
	"kubernetes_job":          {"batch/v1", "Job"},
	"kubernetes_namespace":    {"v1", "Namespace"},
	"kubernetes_pod":          {"v1", "Pod"},
	"kubernetes_stateful_set": {"apps/v1", "StatefulSet"},
}

// readWorkload reads a resource of the Kubernetes provider as the object that it makes.
func (t *reader) readWorkload(block *terraform.Resource) {
	of, ok := kubernetesKinds[strings.TrimSuffix(block.Kind, "_v1")]
	if !ok {
		return
	}
	body := objectOfBlock(block.Value)
	root := *body
	root.Entries = []*model.Entry{
		model.NewEntry("apiVersion", model.NewString(of[0])), model.NewEntry("kind", model.NewString(of[1])),
		model.NewEntry("metadata", body.Get("metadata")), model.NewEntry("spec", body.Get("spec")),
	}
	for _, o := range yaml.Resources(&model.Document{File: block.File, Syntax: model.HCL, Root: &root}) {
		o.Path = block.Path
		if block.Source != nil {
			o.Document = block.Source.Document
		}
		t.addObject(block, o, false)
	}
}

// repeated are the blocks of which each is an item of a list, by type, with the name of the list.
var repeated = map[string]string{
	"container": "containers", "env": "env", "init_container": "initContainers", "match_expressions": "matchExpressions", "match_fields": "matchFields",
	"node_selector_term": "nodeSelectorTerms", "port": "ports", "toleration": "tolerations", "topology_spread_constraint": "topologySpreadConstraints",
	"volume": "volumes", "volume_claim_template": "volumeClaimTemplates", "volume_mount": "volumeMounts",
	"preferred_during_scheduling_ignored_during_execution": "preferredDuringSchedulingIgnoredDuringExecution",
}

// asWritten are the attributes whose keys are those of the object.
var asWritten = []string{"annotations", "labels", "match_labels", "node_selector"}

// objectOfBlock returns what a block makes: with the keys of Kubernetes, lists of blocks, and a map for a block that occurs once.
func objectOfBlock(v *model.Value) *model.Value {
	if !v.IsMap() {
		return v
	}
	object := *v
	object.Entries = nil
	for _, e := range v.Entries {
		key, value := *e.Key, e.Value
		if !slices.Contains(asWritten, key.Text) {
			value = valueOfBlocks(value, repeated[key.Text] != "")
		}
		key.Text = cmp.Or(repeated[key.Text], camelCase(key.Text))
		object.Entries = append(object.Entries, &model.Entry{Key: &key, Value: value})
	}
	return &object
}

// valueOfBlocks returns what the blocks of one type make, or the value of an attribute.
func valueOfBlocks(v *model.Value, isRepeated bool) *model.Value {
	switch {
	case v == nil || v.Kind != model.List:
		return v
	case !isRepeated && v.Open:
		return model.NewUnknown(v.Text)
	case !isRepeated && len(v.Items) == 1 && v.Items[0].IsMap():
		return objectOfBlock(v.Items[0])
	}
	list := *v
	list.Items = nil
	for _, item := range v.Items {
		list.Items = append(list.Items, objectOfBlock(item))
	}
	return &list
}

// camelCase returns the key of an object for the name that the provider gives it: node_selector is nodeSelector.
func camelCase(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		if word != "" {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
