package convert_test

import (
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
)

// checkEffect asserts that the objects do after the conversion what they did before it.
func checkEffect(t rapid.TB, r *run, from, version string) {
	t.Helper()
	before, err := newWorld(string(r.Before), from, version)
	if err != nil {
		t.Fatalf("the input: %v", err)
	}
	after, err := newWorld(string(r.After), r.api(), r.opts.KarpenterVersion)
	if err != nil {
		t.Fatalf("the output: %v", err)
	}
	decided := r.decided()
	for _, name := range slices.Sorted(maps.Keys(before.pools)) {
		if !decided[poolKind(from)+" "+name] {
			comparePool(t, r, before, after, name, decided)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before.classes)) {
		if !decided[classKind(from)+" "+name] {
			compareClass(t, r, before, after, name, before.classes[name])
		}
	}
}

func poolKind(api string) string {
	if api == "alpha" {
		return "Provisioner"
	}
	return "NodePool"
}

func classKind(api string) string {
	if api == "alpha" {
		return "AWSNodeTemplate"
	}
	return "EC2NodeClass"
}

func comparePool(t rapid.TB, r *run, before, after *world, name string, decided map[string]bool) {
	t.Helper()
	if after.pools[name] == nil {
		t.Errorf("NodePool %s is not in the output", name)
		return
	}
	provider := Join(before.pools[name], "spec", "provider")
	if provider != nil {
		compareClass(t, r, before, after, name, tree{"spec": provider})
	}
	want, got := before.pool(name, !r.opts.IgnoreDefaults), after.pool(name, false)
	if want["budgets"] == noBudgets {
		want["budgets"] = got["budgets"] // the default from 0.34 on is a note
		if Join(after.pools[name], "spec", "disruption")["budgets"] != nil {
			t.Errorf("NodePool %s has budgets", name)
		}
	}
	class, wantClass := got["class name"], want["class name"]
	if decided[classKind(before.api)+" "+wantClass] {
		for _, e := range []effective{want, got} {
			maps.DeleteFunc(e, func(field, _ string) bool { return field != "class name" && strings.HasPrefix(field, "class ") })
		}
	}
	if copied := after.api == "v1" && before.classes[class] == nil && after.classes[class] != nil && provider == nil; copied {
		got["class name"] = wantClass
	}
	checkReference(t, after, name)
	if diff := difference(want, got); diff != "" {
		t.Errorf("NodePool %s does something else:\n%s", name, diff)
	}
}

// checkReference asserts that a pool refers to its class as the API version asks.
func checkReference(t rapid.TB, after *world, name string) {
	t.Helper()
	ref := Join(after.pools[name], "spec", "template", "spec", "nodeClassRef")
	switch kind, group, version := text(ref["kind"]), text(ref["group"]), text(ref["apiVersion"]); {
	case after.api == "v1" && (kind != "EC2NodeClass" || group != "karpenter.k8s.aws" || version != ""),
		after.api == "v1beta1" && (kind != "" && kind != "EC2NodeClass" || version != "" && version != "karpenter.k8s.aws/v1beta1" || group != ""):
		t.Errorf("NodePool %s has the nodeClassRef %v", name, ref)
	}
}

func compareClass(t rapid.TB, r *run, before, after *world, name string, class tree) {
	t.Helper()
	got := after.classes[name]
	if got == nil {
		t.Errorf("EC2NodeClass %s is not in the output", name)
		return
	}
	want := identity(class)
	if before.api == "alpha" {
		want = wantIdentity(class, r.opts)
	}
	if id := identity(got); id != want {
		t.Errorf("EC2NodeClass %s: the nodes are %s, want %s", name, id, want)
	}
	if diff := difference(before.classFields(class), after.classFields(got)); diff != "" {
		t.Errorf("EC2NodeClass %s does something else:\n%s", name, diff)
	}
	if before.api != "alpha" {
		return
	}
	for kind, selector := range map[string]string{"subnet": "subnetSelector", "sg": "securityGroupSelector", "ami": "amiSelector"} {
		if diff := compareSelection(Join(class, "spec", selector), after.selection(Join(got, "spec"), kind), kind); diff != "" {
			t.Errorf("EC2NodeClass %s: %s: %s", name, selector, diff)
		}
	}
}

// checkDecisions asserts that only what no conversion can do is left to people.
func checkDecisions(t rapid.TB, r *run) {
	t.Helper()
	for _, n := range r.Notes {
		if n.Level == convert.Decision && !r.mustAsk(n) {
			t.Errorf("%s: %s: a decision about a legal object that has an equal: %s", n.Object, n.Path, n.Message)
		}
	}
}

// mustAsk says whether a decision is right about a legal object.
func (r *run) mustAsk(n convert.Note) bool {
	text := string(r.Before)
	v1, json := r.opts.To == convert.V1, strings.HasPrefix(strings.TrimSpace(text), "{")
	for message, right := range map[string]bool{
		"the placeholder":        r.opts.Role == "",
		"an AMI term with owner": r.opts.KarpenterVersion == "0.32.0",
		// An anchor stays, and so does what it is named by; a block of lines that needs its newline cannot end a file without one.
		"edit this object safely": strings.Contains(text, "&a") || !strings.HasSuffix(text, "\n") && strings.Contains(text, "|"),
		"a JSON file holds one":   json,
		"the pool names none":     json && v1, // kubelet waits for the class inside the pool
		"Ubuntu":                  v1,
		"is not among":            v1, // kubelet has no place where the class is not among the files
		"different kubelet":       v1, // two pools of one class
	} {
		if right && strings.Contains(n.Message, message) {
			return true
		}
	}
	return false
}
