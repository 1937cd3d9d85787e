package convert_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
)

// leaf is a scalar of an object.
type leaf struct{ path, key, value string }

// checkLost asserts that every scalar of the objects that are converted stands in the output, or is named by a note, and that every
// document is converted, unchanged or named in a note.
func checkLost(t rapid.TB, r *run) {
	t.Helper()
	before, err := readObjects(string(r.Before))
	if err != nil {
		t.Fatalf("the input: %v", err)
	}
	after, err := readObjects(string(r.After))
	if err != nil {
		t.Fatalf("the output: %v", err)
	}
	missing := map[string]int{}
	for _, o := range after {
		for _, l := range leaves(o) {
			missing[l.now()]--
		}
	}
	unexplained, joined := map[string][]string{}, map[string]bool{}
	for _, o := range before {
		name := fmt.Sprint(o["kind"], " ", Join(o, "metadata")["name"])
		accounted(t, r, o, after, name)
		for _, l := range leaves(o) {
			if rewritten(r, l) || noted(r, name, l) {
				continue
			}
			if key := ofClass(r, o, l); key != "" && joined[key] {
				continue // pools of one class have the same value
			} else if key != "" {
				joined[key] = true
			}
			missing[l.now()]++
			unexplained[l.now()] = append(unexplained[l.now()], name+": "+l.path)
		}
	}
	for value, places := range unexplained {
		if missing[value] > 0 {
			t.Errorf("%s is lost, of %s", value, strings.Join(places, " or "))
		}
	}
}

// ofClass returns a key of a setting of the kubelet, which in v1 is in the class for all of its pools; "" for another scalar.
func ofClass(r *run, o tree, l leaf) string {
	if r.opts.To != convert.V1 || !strings.HasPrefix(l.path, "spec.template.spec.kubelet.") {
		return ""
	}
	return fmt.Sprint(Join(o, "spec", "template", "spec", "nodeClassRef")["name"], l.path, l.now())
}

// now returns a scalar with the names that its key and its value have now.
func (l leaf) now() string {
	key, value := l.key, l.value
	if renamed[key] != "" {
		key = renamed[key]
	}
	if renamed[value] != "" {
		value = renamed[value]
	}
	return key + ": " + value
}

var renamed = map[string]string{
	"karpenter.sh/provisioner-name": "karpenter.sh/nodepool", "karpenter.sh/do-not-evict": "karpenter.sh/do-not-disrupt",
	"aws-ids": "id", "aws::ids": "id", "aws::name": "name", "aws::owners": "owner",
}

// accounted asserts that the outcome of an object is what the report says.
func accounted(t rapid.TB, r *run, o tree, after []tree, name string) {
	t.Helper()
	from := fmt.Sprint(o["apiVersion"], " ", name)
	i := slices.IndexFunc(r.Objects, func(object convert.Object) bool { return object.From == from })
	if i < 0 {
		if r.Changed() || apiOf(o) == "alpha" {
			t.Errorf("%s: no object of the report", from)
		}
		return
	}
	same := slices.ContainsFunc(after, func(a tree) bool { return cmp.Equal(a, o) })
	becomes := slices.ContainsFunc(after, func(a tree) bool {
		return fmt.Sprint(a["apiVersion"], " ", a["kind"], " ", Join(a, "metadata")["name"]) == r.Objects[i].To
	})
	named := slices.ContainsFunc(r.Notes, func(n convert.Note) bool { return n.Object == name })
	switch r.Objects[i].Status {
	case convert.Unchanged:
		if !same {
			t.Errorf("%s is said to be unchanged, but is not in the output", from)
		}
	case convert.Converted:
		if !becomes || same {
			t.Errorf("%s is said to be converted to %s, but is not", from, r.Objects[i].To)
		}
	default:
		if !named {
			t.Errorf("%s is %s, but no note says why", from, r.Objects[i].Status)
		}
	}
}

// leaves returns the scalars of an object but its apiVersion and kind. The key of an item of a list is that of the list.
func leaves(o tree) []leaf {
	var all []leaf
	var walk func(v any, path, key string)
	walk = func(v any, path, key string) {
		switch v := v.(type) {
		case tree:
			for k, value := range v {
				walk(value, path+step(k), k)
			}
		case []any:
			for i, item := range v {
				walk(item, fmt.Sprint(path, "[", i, "]"), key)
			}
		default:
			all = append(all, leaf{strings.TrimPrefix(path, "."), key, text(v)})
		}
	}
	walk(without(o, "apiVersion", "kind"), "", "")
	slices.SortFunc(all, func(a, b leaf) int { return strings.Compare(a.path, b.path) })
	return all
}

// step writes a key as the paths of notes do.
func step(key string) string {
	if strings.ContainsAny(key, "./[] ") {
		return "[" + strconv.Quote(key) + "]"
	}
	return "." + key
}

// rewritten says whether a value is written in other words where the effect is the same, so that no note need tell it: see checkEffect.
func rewritten(r *run, l leaf) bool {
	switch l.path {
	case "spec.amiFamily", "spec.provider.amiFamily": // an alias
		return r.opts.To == convert.V1
	case "spec.consolidation.enabled", "spec.ttlSecondsAfterEmpty", "spec.ttlSecondsUntilExpired", // policy and durations
		"spec.providerRef.kind", "spec.providerRef.apiVersion", "spec.template.spec.nodeClassRef.apiVersion",
		"spec.disruption.consolidationPolicy": // WhenEmptyOrUnderutilized
		return true
	}
	return false
}

// noted says whether a note tells of a scalar: a note about it, or one about what it stands in that names its key or its value, or
// that tells of the alternatives it consists of.
func noted(r *run, object string, l leaf) bool {
	for _, n := range r.Notes {
		switch {
		case n.Object != object:
		case n.Path == l.path, strings.HasSuffix(n.Path, ".key") && strings.HasPrefix(l.path, strings.TrimSuffix(n.Path, "key")), n.Path != "" &&
			strings.HasPrefix(l.path, n.Path) && (strings.Contains(n.Message, l.key) || strings.Contains(n.Message, l.value) ||
			strings.Contains(l.value, ",") && strings.Contains(n.Message, "alternatives")):
			return true
		case n.Path == "status" || n.Path == "metadata" && strings.Contains(n.Message, metadataKey(l.path)):
			return true
		}
	}
	return strings.HasPrefix(l.path, "status")
}

// metadataKey returns the field of metadata that a path is in.
func metadataKey(path string) string {
	field, _, _ := strings.Cut(strings.TrimPrefix(path, "metadata."), ".")
	field, _, _ = strings.Cut(field, "[")
	return field
}
