package survey

import (
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// bufferGroup is the API group of CapacityBuffer, which Karpenter reads from 1.14 on, and the cluster autoscaler too.
const bufferGroup = "autoscaling.x-k8s.io"

// IsKept reports whether rules of projects need objects of this kind: Karpenter's kinds, classes of its other providers, kinds
// with volumes, classes of EBS volumes, buffers of capacity, workloads that Karpenter does not evict, sources of Flux in Karpenter's Git repository,
// and Karpenter's CustomResourceDefinitions.
func IsKept(o *model.Resource) bool {
	switch group := o.Group(); {
	case facts.IsKarpenter(group):
		return o.Kind != ""
	case group == "apps" && o.Kind == "StatefulSet", o.APIVersion == "v1" && strings.HasPrefix(o.Kind, "PersistentVolume"):
		return isStateful(o) || isProtected(o)
	case group == "apiextensions.k8s.io" && o.Kind == "CustomResourceDefinition":
		return strings.HasSuffix(o.Name, "."+facts.PoolGroup) || strings.HasSuffix(o.Name, "."+facts.ClassGroup)
	case group == StorageGroup && o.Kind == StorageClass:
		return slices.Contains(VolumeProvisioners, o.Value.Str("provisioner"))
	case isGitRepository(o):
		return strings.Contains(o.Value.Str("spec", "url"), "karpenter")
	case IsForeignClass(o), group == bufferGroup && o.Kind == "CapacityBuffer":
		return true
	}
	return isProtected(o)
}

// isGitRepository reports whether the object is a source of Flux in Git.
func isGitRepository(o *model.Resource) bool {
	return o.Kind == "GitRepository" && strings.HasSuffix(o.Group(), "toolkit.fluxcd.io")
}

// NewObject returns the Object of a Kubernetes object. It shares the values of the object.
func NewObject(o *model.Resource) *Resource {
	r := New(Object, o.Address())
	r.Set("apiVersion", o.Value.Get("apiVersion"))
	if o.Value.Get("apiVersion") == nil && o.APIVersion != "" {
		r.SetText("apiVersion", strings.Clone(o.APIVersion))
	}
	r.Set("kind", o.Value.Get("kind"))
	if o.Value.Get("kind") == nil {
		r.SetText("kind", strings.Clone(o.Kind))
	}
	r.Locate("apiVersion", o.Path, "apiVersion")
	r.Locate("kind", o.Path, "kind")
	r.Set("metadata", shortMetadata(o.Value.Get("metadata")))
	r.Locate("metadata", o.Path, "metadata")
	r.Locate("metadata.name", o.Path, "metadata", "name")
	r.setClass(o)
	r.setTaints(o)
	r.setNodeAccess(o)
	r.setSelectors(o)
	r.setStorage(o)
	if isGitRepository(o) {
		r.SetLocated("url", o.Value, o.Path, "spec", "url")
		r.SetLocated("ref", o.Value, o.Path, "spec", "ref")
	}
	r.setDisruption(o)
	r.setProtection(o)
	r.SetText("cloud", CloudOf(o))
	if isStateful(o) {
		r.SetBool("stateful", true)
	}
	annotations := o.Value.Get("metadata", "annotations")
	if annotations.Get("helm.sh/hook") != nil {
		r.SetBool("hook", true)
	}
	if options := annotations.Get("argocd.argoproj.io/sync-options"); options != nil && !LacksOption(options.Text) {
		r.SetBool("skips_dry_run", true)
	}
	return r
}

func shortMetadata(metadata *model.Value) *model.Value {
	if !metadata.IsMap() {
		return metadata
	}
	c := *metadata
	c.Entries = nil
	for _, key := range []string{"name", "namespace"} {
		if e := metadata.Entry(key); e != nil {
			c.Entries = append(c.Entries, e)
		}
	}
	return &c
}

// classPaths maps a kind to the path of its reference to a class.
var classPaths = sync.OnceValue(func() map[string][]any {
	paths := map[string][]any{}
	for _, g := range facts.Served().Generations {
		paths[g.Pool.Kind], paths[g.Node.Kind] = model.Keys(g.PoolRef), model.Keys(g.NodeRef)
	}
	return paths
})

// IsClass reports whether a kind is a class in some version of the API.
func IsClass(kind string) bool {
	return slices.ContainsFunc(facts.Served().Generations, func(g facts.Generation) bool { return g.Class.Kind == kind })
}

// setClass adds the class that a pool refers to, with the defaults of the API: in alpha the kind is AWSNodeTemplate, later a missing
// group is taken from the apiVersion.
func (r *Resource) setClass(o *model.Resource) {
	path, ok := classPaths()[o.Kind]
	if !ok || o.Group() != facts.PoolGroup {
		return
	}
	ref := o.Value.Get(path...)
	if ref == nil {
		if parent := deepest(o.Value, path); parent.Kind == model.Unknown || parent.Open {
			r.Set("class", &model.Value{Kind: model.Unknown, Text: parent.Text, Span: parent.Span, Origin: parent.Origin, Dash: -1})
		}
		return
	}
	classPath := model.Join(o.Path, path...)
	r.Locate("class", classPath)
	if !ref.IsMap() {
		r.Set("class", ref)
		return
	}
	class := *ref
	class.Entries = nil
	for _, key := range []string{"apiVersion", "group", "kind", "name"} {
		if e := ref.Entry(key); e != nil {
			class.Entries = append(class.Entries, e)
		}
		r.Locate("class."+key, classPath, key)
	}
	if alpha := facts.Served().Generations[0]; o.Kind == alpha.Pool.Kind || o.Kind == alpha.Node.Kind {
		addDefault(&class, "kind", alpha.Class.Kind)
		addDefault(&class, "group", facts.ClassGroup)
	} else if group, _, ok := strings.Cut(ref.Str("apiVersion"), "/"); ok {
		addDefault(&class, "group", strings.Clone(group))
	}
	r.Set("class", &class)
}

// setTaints adds the keys of the taints that nodes of a pool start with. A key is Unknown if it, or a list of taints, is.
func (r *Resource) setTaints(o *model.Resource) {
	path, ok := classPaths()[o.Kind]
	if !ok || o.Group() != facts.PoolGroup {
		return
	}
	nodes := path[:len(path)-1]
	r.Locate("startupTaints", o.Path, model.Join(nodes, "startupTaints")...)
	keys := model.NewList()
	for _, field := range []string{"startupTaints", "taints"} {
		taints := o.Value.Get(model.Join(nodes, field)...)
		if parent := deepest(o.Value, model.Join(nodes, field)); taints == nil && (parent.Kind == model.Unknown || parent.Open) {
			taints = model.NewUnknown(field)
		}
		keys.Items = append(keys.Items, keysOfTaints(taints)...)
	}
	if len(keys.Items) > 0 {
		r.Set("taints", keys)
	}
}

func keysOfTaints(taints *model.Value) (keys []*model.Value) {
	if taints.IsUnknown() || taints != nil && taints.Open {
		keys = append(keys, model.NewUnknown("taints"))
	}
	for _, taint := range taints.Children() {
		if key := taint.Get("key"); key.IsString() {
			keys = append(keys, model.NewString(key.Text))
		} else {
			keys = append(keys, model.NewUnknown("key"))
		}
	}
	return keys
}

// setNodeAccess adds the fields of a class that give its nodes a role, and the names of those for which Karpenter needs further
// permissions.
func (r *Resource) setNodeAccess(o *model.Resource) {
	if o.Group() != facts.ClassGroup || !IsClass(o.Kind) {
		return
	}
	spec := o.Value.Get("spec")
	for _, key := range []string{"role", "instanceProfile"} {
		if v := spec.Get(key); IsGiven(v) {
			r.Set(key, v)
			r.Locate(key, o.Path, "spec", key)
		}
	}
	var uses []*model.Value
	for _, field := range facts.FieldsWithPermissions() {
		if given := fieldOf(spec, field); given != nil && r.Value.Get(field) == nil {
			uses = append(uses, model.NewString(field).PlacedAt(given))
			list, _, _ := strings.Cut(field, ".")
			r.Locate(list, o.Path, "spec", list)
		}
	}
	if len(uses) > 0 {
		r.Set("uses", model.NewList(uses...))
	}
}

// setSelectors adds what decides on the images and the network of nodes: the family and the terms of a class, which in the alpha API may be in a
// pool; the requirements and labels of a pool.
func (r *Resource) setSelectors(o *model.Resource) {
	set := func(key string, path ...any) {
		if v := o.Value.Get(path...); IsGiven(v) {
			r.Set(key, v)
			r.Locate(key, o.Path, path...)
		}
	}
	switch {
	case o.Group() == facts.ClassGroup && IsClass(o.Kind):
		set("amiFamily", "spec", "amiFamily")
		set("amiSelectorTerms", "spec", "amiSelectorTerms")
		for _, key := range networkSelectors {
			set(key, "spec", key)
		}
	case o.Group() == facts.PoolGroup && o.Kind == "Provisioner":
		for _, key := range networkSelectors {
			set(key, "spec", "provider", key)
		}
	case o.Group() == facts.PoolGroup && o.Kind == "NodePool":
		set("requirements", "spec", "template", "spec", "requirements")
		r.Replace("requirements", shortItems(r.Value.Get("requirements"), shortRequirement))
		set("labels", "spec", "template", "metadata", "labels")
	}
}

// shortItems returns a list with each item in a short form: a repository may have thousands of pools. What is no list stays as it is.
func shortItems(list *model.Value, short func(item *model.Value) *model.Value) *model.Value {
	if list == nil || list.Kind != model.List {
		return list
	}
	shortened := *list
	shortened.Items = nil
	for _, item := range list.Items {
		shortened.Items = append(shortened.Items, short(item))
	}
	return &shortened
}

// shortRequirement returns key, operator and values, as in "kubernetes.io/arch In amd64,arm64", with "?" for values that are not known. It is
// Unknown if more is not known.
func shortRequirement(item *model.Value) *model.Value {
	if !item.IsMap() || item.Open || !item.Get("key").IsString() || !item.Get("operator").IsString() {
		return model.NewUnknown("requirement").PlacedAt(item)
	}
	return model.NewString(item.Str("key") + " " + item.Str("operator") + " " + shortValues(item.Get("values"))).PlacedAt(item)
}

func shortValues(values *model.Value) string {
	if values.IsAbsent() {
		return ""
	}
	if !values.IsWholeList() {
		return "?"
	}
	var texts []string
	for _, v := range values.Items {
		if !v.IsScalar() || strings.ContainsAny(v.Text, " ,") {
			return "?"
		}
		texts = append(texts, v.Text)
	}
	return strings.Join(texts, ",")
}

// fieldOf returns the value of a field of a class if it is given. list.field is that of the first item that has it.
func fieldOf(spec *model.Value, field string) *model.Value {
	list, name, isOfItems := strings.Cut(field, ".")
	if given := spec.Get(list); !isOfItems && IsGiven(given) {
		return given
	}
	for _, item := range spec.List(list) {
		if given := item.Get(name); isOfItems && IsGiven(given) {
			return given
		}
	}
	return nil
}

// deepest returns the last value that path reaches.
func deepest(v *model.Value, path []any) *model.Value {
	for _, step := range path {
		next := v.Get(step)
		if next == nil {
			return v
		}
		v = next
	}
	return v
}

func addDefault(m *model.Value, key, text string) {
	if m.Get(key) == nil && !m.Open {
		m.Entries = append(m.Entries, model.NewEntry(key, model.NewString(text)))
	}
}

// setStorage adds the fields of a StorageClass that decide in which zone a volume is made.
func (r *Resource) setStorage(o *model.Resource) {
	if o.Group() != StorageGroup || o.Kind != StorageClass {
		return
	}
	for _, key := range []string{"provisioner", "volumeBindingMode", "allowedTopologies"} {
		v := o.Value.Get(key)
		if v == nil && o.Value.Open {
			v = model.NewUnknown(key)
		}
		r.Set(key, v)
		r.Locate(key, o.Path, key)
	}
	r.Set("zone", FirstGiven(o.Value.Get("parameters", "zone"), o.Value.Get("parameters", "zones")))
}

// isStateful reports whether the object contains or claims volumes.
func isStateful(o *model.Resource) bool {
	switch o.Kind {
	case "StatefulSet":
		return IsGiven(o.Value.Get("spec", "volumeClaimTemplates"))
	case "PersistentVolumeClaim", "PersistentVolume":
		return true
	}
	return false
}

// Applier returns the tool that applies an object in Terraform; "" if the table of appliers does not have it.
func (r *Resource) Applier() string {
	switch via := r.Value.Str("via"); {
	case via == facts.KubectlManifest && r.Value.Get("server_side_apply").IsTrue():
		return facts.KubectlManifestServerSide
	case via == facts.KubectlManifest && !r.Value.Get("server_side_apply").IsUnknown(), via == facts.KubernetesManifest,
		via == facts.KustomizationResource:
		return via
	}
	return ""
}
