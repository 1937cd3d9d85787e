package project

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// clusterConfig reads a ClusterConfig of eksctl: the cluster, its node groups, add-ons and Fargate profiles, and Karpenter, whose chart
// eksctl installs when it creates the cluster, and never again.
func (m *manifestReader) clusterConfig(o *model.Resource) {
	v := o.Value
	cluster := newResource(Cluster, o.Address())
	cluster.set("name", short(v.Get("metadata", "name")))
	cluster.set("version", short(v.Get("metadata", "version")))
	cluster.real("version", o.Path, "metadata", "version")
	if mode := v.Get("autoModeConfig", "enabled"); mode.IsUnknown() {
		cluster.set("auto_mode", short(mode))
	} else {
		cluster.setBool("auto_mode", mode.IsTrue())
	}
	cluster.setBool("opaque", false)
	cluster.setText("via", eksctlVia)
	m.add(cluster, v)
	for _, key := range []string{"managedNodeGroups", "nodeGroups"} {
		for i, group := range mapsIn(v.Get(key)) {
			m.eksctlGroup(o, cluster, group, key, i)
		}
	}
	for i, addon := range mapsIn(v.Get("addons")) {
		r := m.ofCluster(Addon, o, cluster, addon, "addons")
		r.set("name", short(addon.Get("name")))
		r.set("version", short(addon.Get("version")))
		r.set("configuration", m.eksctlConfiguration(addon.Get("configurationValues")))
		r.setText("via", eksctlVia)
		r.real("version", o.Path, "addons", i, "version")
		m.add(r, addon)
	}
	for _, profile := range mapsIn(v.Get("fargateProfiles")) {
		r := m.ofCluster(FargateProfile, o, cluster, profile, "fargateProfiles")
		r.set("name", short(profile.Get("name")))
		r.set("selectors", short(profile.Get("selectors")))
		m.add(r, profile)
	}
	m.eksctlKarpenter(o, cluster)
	m.policies(m.doc, v, o.Path) // of service accounts and node groups: attachPolicy
}

// ofCluster returns a resource that belongs to the cluster.
func (m *manifestReader) ofCluster(kind string, o *model.Resource, cluster *Resource, at *model.Value, key string) *Resource {
	r := newResource(kind, o.Address()+" "+key+" "+at.Str("name"))
	r.setText("cluster", cluster.ID)
	return r
}

func (m *manifestReader) eksctlGroup(o *model.Resource, cluster *Resource, group *model.Value, key string, i int) {
	r := m.ofCluster(NodeGroup, o, cluster, group, key)
	r.set("name", short(group.Get("name")))
	r.set("labels", short(group.Get("labels")))
	r.real("labels", o.Path, key, i, "labels")
	r.set("taints", eksctlTaints(group.Get("taints")))
	r.real("taints", o.Path, key, i, "taints")
	r.setText("via", eksctlVia)
	m.add(r, group)
}

// eksctlTaints returns taints as Kubernetes has them. eksctl takes a list of them, or a map from the key to "value:effect".
func eksctlTaints(v *model.Value) *model.Value {
	if !v.IsMap() {
		return short(v)
	}
	list := model.NewList()
	list.Span, list.Open = v.Span, v.Open
	for _, e := range v.Entries {
		taint := model.NewMap(model.NewEntry("key", short(e.Key)))
		taint.Span = e.Value.Span
		if value, effect, found := strings.Cut(e.Value.Text, ":"); found && e.Value.Kind == model.String {
			taint.Entries = append(taint.Entries, model.NewEntry("value", model.NewString(strings.Clone(value))), model.NewEntry("effect", model.NewString(strings.Clone(effect))))
		} else {
			taint.Entries = append(taint.Entries, model.NewEntry("effect", model.NewUnknown(strings.Clone(e.Value.Text))))
		}
		list.Items = append(list.Items, taint)
	}
	return list
}

// eksctlConfiguration returns what configurationValues hold: a text, or a map.
func (m *manifestReader) eksctlConfiguration(v *model.Value) *model.Value {
	if v == nil || v.IsMap() || v.Kind == model.Null {
		return short(v)
	}
	values := newValues()
	m.addText(values, v)
	if values.root.Open {
		return &model.Value{Kind: model.Unknown, Text: strings.Clone(v.Text), Span: v.Span, Dash: -1}
	}
	values.root.Span = v.Span
	return values.root
}

func (m *manifestReader) eksctlKarpenter(o *model.Resource, cluster *Resource) {
	karpenter := o.Value.Get("karpenter")
	if !karpenter.IsMap() || karpenter.Get("version") == nil {
		return
	}
	r := newResource(Installation, o.Address()+" karpenter")
	r.setText("name", chartName)
	r.setText("namespace", chartName)
	r.setChart(model.NewString(chartName), model.NewString("oci://public.ecr.aws/karpenter"))
	r.pinVersion(short(karpenter.Get("version")))
	r.real("version", o.Path, "karpenter", "version")
	r.setText("via", eksctlVia)
	r.setText("cluster", cluster.ID)
	values := newValues()
	values.open() // eksctl has its own
	r.setValues(values)
	m.add(r, karpenter)
}
