package conformance

import (
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/util/json"
	"pgregory.net/rapid"
)

// pools are the objects of a file, by "NodePool default".
type pools map[string]object

// What stands beside the fields of a pool, because it takes effect for the nodes of the pool wherever it is written.
const (
	kubeletOfNodes = "(the kubelet of its nodes)"
	classOfNodes   = "(the class of its nodes, without its kubelet)"
)

const parkedKubelet = "compatibility.karpenter.sh/v1beta1-kubelet-conversion"

// effective returns an object with what takes effect for its nodes. The webhook leaves a kubelet in an annotation of the pool, which
// 1.0 reads before that of the class.
func (p pools) effective(name string) object {
	o := p[name]
	spec, _ := at(o, "spec", "template", "spec").(object)
	if o["kind"] != "NodePool" || spec == nil {
		return o
	}
	o = maps.Clone(o)
	class := p[fmt.Sprintf("EC2NodeClass %v", at(spec, "nodeClassRef", "name"))]
	if class != nil {
		rest := maps.Clone(class["spec"].(object))
		if kubelet := rest["kubelet"]; kubelet != nil {
			o[kubeletOfNodes] = kubelet
		}
		delete(rest, "kubelet")
		o[classOfNodes] = rest
	}
	if parked, ok := at(o, "metadata", "annotations", parkedKubelet).(string); ok {
		var kubelet any
		if json.Unmarshal([]byte(parked), &kubelet) == nil {
			o[kubeletOfNodes] = kubelet
		}
	}
	return o
}

// at returns the value at a path of keys, or nil.
func at(v any, keys ...string) any {
	for _, key := range keys {
		o, _ := v.(object)
		v = o[key]
	}
	return v
}

// flat returns the scalars of a tree by their paths, and empty maps and lists. Absent and empty are one in Karpenter's types, where
// both can be written.
func flat(v any) map[string]string {
	all := map[string]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case object:
			for key, value := range v {
				walk(join(path, key), value)
			}
		case []any:
			for i, item := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), item)
			}
		case nil:
		default:
			all[path] = fmt.Sprintf("%q", fmt.Sprint(v))
		}
	}
	walk("", v)
	return all
}

// untyped returns a value of Karpenter's types as the API server sees it.
func untyped(t rapid.TB, v any) object {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var o any
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	return o.(object)
}
