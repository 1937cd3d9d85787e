package conformance

import (
	"fmt"
	"maps"
	"strings"

	"k8s.io/apimachinery/pkg/util/json"
	"pgregory.net/rapid"
)

// pools are the objects of a file, by "NodePool default".
type pools map[string]object

// kubeletOfNodes stands beside the fields of a pool, because it takes effect for its nodes wherever it is written.
const kubeletOfNodes = "(the kubelet of its nodes)"

const parkedKubelet = "compatibility.karpenter.sh/v1beta1-kubelet-conversion"

// effective returns an object with what takes effect for its nodes. The webhook leaves a kubelet in an annotation of the pool, which
// 1.0 reads before that of the class.
func (p pools) effective(name string) object {
	o := p[name]
	if o["kind"] != "NodePool" {
		return o
	}
	o = maps.Clone(o)
	o[kubeletOfNodes] = at(p.class(name), "spec", "kubelet")
	if parked, ok := at(o, "metadata", "annotations", parkedKubelet).(string); ok {
		var kubelet any
		if json.Unmarshal([]byte(parked), &kubelet) == nil {
			o[kubeletOfNodes] = kubelet
		}
	}
	return o
}

// class returns the class that a pool names, or nil where it is not among the objects.
func (p pools) class(pool string) object {
	return p[fmt.Sprintf("EC2NodeClass %v", at(p[pool], "spec", "template", "spec", "nodeClassRef", "name"))]
}

// checkCopy asserts that a pool that names another class than before names a copy of it, which differs in the kubelet alone.
func (p pools) checkCopy(t rapid.TB, pool string, theirs pools) {
	t.Helper()
	ref := []string{"spec", "template", "spec", "nodeClassRef", "name"}
	was, is := at(theirs[pool], ref...), at(p[pool], ref...)
	if was == is {
		return
	}
	original, ours := flat(p[fmt.Sprintf("EC2NodeClass %v", was)]["spec"]), flat(p.class(pool)["spec"])
	for _, spec := range []map[string]string{original, ours} {
		maps.DeleteFunc(spec, func(field, _ string) bool { return strings.HasPrefix(field, "kubelet.") })
	}
	if len(ours) == 0 || !maps.Equal(original, ours) {
		t.Errorf("%s names the class %v instead of %v, which is no copy of it: %v and %v", pool, is, was, ours, original)
	}
}

// at returns the value at a path of keys, or nil.
func at(v any, keys ...string) any {
	for _, key := range keys {
		o, _ := v.(object)
		v = o[key]
	}
	return v
}

// flat returns the scalars of a tree by their paths. Finalizers have no order: each is a path.
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
				if path == "metadata.finalizers" {
					all[fmt.Sprintf("%s.%v", path, item)] = "there"
					continue
				}
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
