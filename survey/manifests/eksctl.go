package manifests

import (
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// readClusterConfig reads a ClusterConfig of eksctl: the cluster, its node groups, add-ons and Fargate profiles, and Karpenter.
// eksctl installs Karpenter's chart only when it creates the cluster.
func (m *reader) readClusterConfig(o *model.Resource) {
	v := o.Value
	cluster := survey.New(survey.Cluster, o.Address())
	cluster.Set("name", v.Get("metadata", "name"))
	cluster.SetLocated("version", v, o.Path, "metadata", "version")
	if mode := v.Get("autoModeConfig", "enabled"); mode.IsUnknown() {
		cluster.Set("auto_mode", mode)
	} else {
		cluster.SetBool("auto_mode", mode.IsTrue())
	}
	cluster.SetBool("opaque", false)
	cluster.SetText("via", survey.ViaEksctl)
	m.add(cluster, v)
	for _, key := range []string{"managedNodeGroups", "nodeGroups"} {
		for i, group := range mapsIn(v.Get(key)) {
			m.readEksctlGroup(o, cluster, group, key, i)
		}
	}
	for i, addon := range mapsIn(v.Get("addons")) {
		r := m.clusterPart(survey.Addon, o, cluster, addon, "addons")
		r.Set("name", addon.Get("name"))
		r.Set("version", addon.Get("version"))
		r.Set("configuration", m.eksctlConfiguration(addon.Get("configurationValues")))
		r.SetText("via", survey.ViaEksctl)
		r.Locate("version", o.Path, "addons", i, "version")
		m.add(r, addon)
	}
	for _, profile := range mapsIn(v.Get("fargateProfiles")) {
		r := m.clusterPart(survey.FargateProfile, o, cluster, profile, "fargateProfiles")
		r.Set("name", profile.Get("name"))
		r.Set("selectors", profile.Get("selectors"))
		m.add(r, profile)
	}
	m.readEksctlKarpenter(o, cluster)
	for _, r := range eksctlAccess(o) {
		m.add(r, o.Value)
	}
	for i, account := range mapsIn(v.Get("iam", "serviceAccounts")) {
		m.addPodIdentity(account.Get("metadata"), model.Join(o.Path, "iam", "serviceAccounts", i, "metadata"), "namespace", "name")
	}
	for i, association := range mapsIn(v.Get("iam", "podIdentityAssociations")) {
		m.addPodIdentity(association, model.Join(o.Path, "iam", "podIdentityAssociations", i), "namespace", "serviceAccountName")
	}
	m.findPolicies(m.doc, v, o.Path) // of service accounts and node groups: attachPolicy
}

// clusterPart returns a new resource that belongs to the cluster.
func (m *reader) clusterPart(kind string, o *model.Resource, cluster *survey.Resource, item *model.Value, key string) *survey.Resource {
	r := survey.New(kind, o.Address()+" "+key+" "+item.Str("name"))
	r.SetText("cluster", cluster.ID)
	return r
}

func (m *reader) readEksctlGroup(o *model.Resource, cluster *survey.Resource, group *model.Value, key string, i int) {
	r := m.clusterPart(survey.NodeGroup, o, cluster, group, key)
	r.Set("name", group.Get("name"))
	r.Set("labels", group.Get("labels"))
	r.Locate("labels", o.Path, key, i, "labels")
	r.Set("taints", eksctlTaints(group.Get("taints")))
	r.Locate("taints", o.Path, key, i, "taints")
	r.SetText("via", survey.ViaEksctl)
	m.add(r, group)
}

// eksctlTaints returns taints in the form of Kubernetes. eksctl takes a list of them, or a map from the key to "value:effect".
func eksctlTaints(v *model.Value) *model.Value {
	if !v.IsMap() {
		return v
	}
	list := model.NewList()
	list.Span, list.Open = v.Span, v.Open
	for _, e := range v.Entries {
		taint := model.NewMap(model.NewEntry("key", e.Key))
		taint.Span = e.Value.Span
		if value, effect, ok := strings.Cut(e.Value.Text, ":"); ok && e.Value.Kind == model.String {
			taint.Entries = append(taint.Entries, model.NewEntry("value", model.NewString(strings.Clone(value))),
				model.NewEntry("effect", model.NewString(strings.Clone(effect))))
		} else {
			taint.Entries = append(taint.Entries, model.NewEntry("effect", model.NewUnknown(strings.Clone(e.Value.Text))))
		}
		list.Items = append(list.Items, taint)
	}
	return list
}

// eksctlConfiguration decodes configurationValues: a text, or a map.
func (m *reader) eksctlConfiguration(v *model.Value) *model.Value {
	if v == nil || v.IsMap() || v.Kind == model.Null {
		return v
	}
	values := helm.NewValues()
	m.addText(values, v)
	if values.Root.Open {
		return &model.Value{Kind: model.Unknown, Text: strings.Clone(v.Text), Span: v.Span, Dash: -1}
	}
	values.Root.Span = v.Span
	return values.Root
}

func (m *reader) readEksctlKarpenter(o *model.Resource, cluster *survey.Resource) {
	karpenter := o.Value.Get("karpenter")
	if !karpenter.IsMap() || karpenter.Get("version") == nil {
		return
	}
	r := survey.New(survey.Installation, o.Address()+" karpenter")
	r.SetText("name", survey.ChartName)
	r.SetText("namespace", survey.ChartName)
	r.SetChart(model.NewString(survey.ChartName), model.NewString("oci://public.ecr.aws/karpenter"))
	r.PinVersion(karpenter.Get("version"))
	r.Locate("version", o.Path, "karpenter", "version")
	r.SetLocated("with_queue", o.Value, o.Path, "karpenter", "withSpotInterruptionQueue")
	r.SetText("via", survey.ViaEksctl)
	r.SetText("cluster", cluster.ID)
	values := helm.NewValues()
	values.Open() // eksctl adds values of its own
	r.SetValues(values)
	m.add(r, karpenter)
	profile := eksctlProfile(o.Value)
	r.Settings.SetProfile(facts.Settings().DefaultInstanceProfile.Values[0].Key, profile)
	r.Default = survey.NewClusterDefault(r, o.Value.Get("metadata", "name"), profile)
}

// eksctlProfile returns the instance profile that eksctl makes for Karpenter's nodes and sets as the default of the chart.
func eksctlProfile(config *model.Value) *model.Value {
	profile, cluster := config.Get("karpenter", "defaultInstanceProfile"), config.Get("metadata", "name")
	switch {
	case !profile.IsAbsent():
		return profile
	case cluster.IsString():
		return model.NewString(facts.Settings().DefaultInstanceProfile.Eksctl + cluster.Text)
	}
	return cluster
}
