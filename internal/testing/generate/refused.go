package generate

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// Refusal is a file with one value that the alpha API accepts and that has no equivalent in v1beta1: a person must decide.
type Refusal struct {
	File
	Object string // "Provisioner default"
	At     string // the path of the value, as in notes
}

// GoString returns the refused value and the text.
func (r Refusal) GoString() string { return r.Object + ": " + r.At + " in " + r.File.GoString() }

// Refused returns a generator of such files.
func Refused() *rapid.Generator[Refusal] {
	return rapid.Custom(func(t *rapid.T) Refusal {
		g := &source{t}
		objects := append(g.alphaObjects(), g.nodeTemplate("refused"), g.provisioner("refused-pool", "elsewhere"))
		template, pool := &objects[len(objects)-2], &objects[len(objects)-1]
		object, table := template, templateRefusals
		if g.chance(50) {
			object, table = pool, provisionerRefusals
		}
		refusal := pick(g, table...)
		spec := object.Tree.Get("spec").(Map)
		refusal.write(&spec)
		object.Tree.Set("spec", spec)
		name := object.Kind + " " + object.Name
		return Refusal{File: g.file(shuffled(g, objects)), Object: name, At: refusal.path}
	})
}

// refusal writes a value into a spec.
type refusal struct {
	path  string
	write func(spec *Map)
}

func setting(path, key string, value any) refusal {
	return refusal{path, func(spec *Map) { spec.Set(key, value) }}
}

var provisionerRefusals = []refusal{
	setting("spec.taints[0].effect", "taints", []any{Map{{"key", "refused.example.com/a"}, {"effect", ""}}}),
	setting("spec.startupTaints[0].effect", "startupTaints", []any{Map{{"key", "refused.example.com/b"}, {"effect", ""}}}),
	setting("spec.kubeletConfiguration.imageGCHighThresholdPercent", "kubeletConfiguration",
		Map{{"imageGCHighThresholdPercent", 80}, {"imageGCLowThresholdPercent", 80}}),
	setting("spec.kubeletConfiguration.evictionHard[\"memory.available\"]", "kubeletConfiguration",
		Map{{"evictionHard", Map{{"memory.available", "5.125%"}}}}),
	setting("spec.kubeletConfiguration.evictionSoft[\"nodefs.available\"]", "kubeletConfiguration",
		Map{{"evictionSoft", Map{{"nodefs.available", "100.001%"[1:]}}}, {"evictionSoftGracePeriod", Map{{"nodefs.available", "1m"}}}}),
	setting("spec.kubeletConfiguration.containerRuntime", "kubeletConfiguration", Map{{"containerRuntime", "dockerd"}}),
	setting("spec.requirements", "requirements", repeated(101,
		func(i int) any { return Map{{"key", fmt.Sprint("example.com/k", i)}, {"operator", "Exists"}} })),
	{"spec.provider.launchTemplate", func(spec *Map) {
		inline(spec, Map{{"launchTemplate", "my-template"}, {"subnetSelector", Map{{"Name", "a"}}}})
	}},
	{"spec.provider.amiSelector", func(spec *Map) {
		inline(spec, Map{{"amiFamily", "Custom"}, {"subnetSelector", Map{{"Name", "a"}}}, {"securityGroupSelector", Map{{"Name", "a"}}}})
	}},
	{"spec.provider.tags[\"karpenter.sh/nodepool\"]", func(spec *Map) {
		inline(spec, Map{{"tags", Map{{"karpenter.sh/nodepool", "default"}}}, {"subnetSelector", Map{{"Name", "a"}}},
			{"securityGroupSelector", Map{{"Name", "a"}}}})
	}},
}

// inline replaces the reference by a provider.
func inline(spec *Map, provider Map) {
	for i, e := range *spec {
		if e.Key == "providerRef" {
			(*spec)[i] = Entry{"provider", provider}
		}
	}
}

var templateRefusals = []refusal{
	setting("spec.subnetSelector", "subnetSelector", Map{}),
	setting("spec.securityGroupSelector", "securityGroupSelector", Map{}),
	setting("spec.subnetSelector", "subnetSelector", Map{{"a", "1,2,3,4"}, {"b", "1,2,3,4"}, {"c", "1,2"}}),
	setting("spec.securityGroupSelector", "securityGroupSelector", tagsOf(21)),
	{"spec.amiSelector", func(spec *Map) {
		spec.Set("amiFamily", "Custom")
		spec.Set("amiSelector", Map{})
	}},
	setting("spec.blockDeviceMappings[0].ebs.volumeSize", "blockDeviceMappings", []any{device("100.5Gi")}),
	setting("spec.blockDeviceMappings[0].ebs.volumeSize", "blockDeviceMappings", []any{device(2000000001)}),
	setting("spec.blockDeviceMappings[0].ebs.volumeSize", "blockDeviceMappings", []any{device("59001Gi")}),
	setting("spec.blockDeviceMappings", "blockDeviceMappings", repeated(51, func(int) any { return device("10Gi") })),
	setting("spec.tags[\"karpenter.sh/nodepool\"]", "tags", Map{{"karpenter.sh/nodepool", "default"}}),
	setting("spec.tags[\"kubernetes.io/cluster/a.b\"]", "tags", Map{{"team", "data"}, {"kubernetes.io/cluster/a.b", "owned"}}),
	{"spec.launchTemplate", func(spec *Map) {
		*spec = Map{{"launchTemplate", "my-template"}, {"subnetSelector", Map{{"Name", "a"}}}}
	}},
}

func device(size any) any {
	return Map{{"deviceName", "/dev/xvda"}, {"ebs", Map{{"volumeSize", size}}}}
}

func repeated(n int, item func(i int) any) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = item(i)
	}
	return list
}

func tagsOf(n int) Map {
	var m Map
	for i := range n {
		m.add("tag"+strings.Repeat("x", i), "a")
	}
	return m
}
