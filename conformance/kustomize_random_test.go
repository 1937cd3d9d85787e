package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
)

// TestKustomizeLawRandom holds random bases to the law, under a random overlay and another one upon that, each with a strategic-merge
// or a JSON 6902 patch, for one object or for all of its kind.
func TestKustomizeLawRandom(t *testing.T) {
	run, failed, drawn, equal, left, decided := 0, false, 0, 0, 0, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		if run++; run%4 != 0 && !failed { // each is built six times, so there are fewer than of the other checks
			return
		}
		defer func() { failed = failed || t.Failed() }()
		opts := kustomizeModes[rapid.IntRange(0, len(kustomizeModes)-1).Draw(t, "mode")].Options
		files := drawKustomizations(t, opts.To == convert.V1)
		if files == nil {
			return
		}
		drawn++
		n, m := files.keepLaw(t, opts, []string{"one", "two"})
		equal, left = equal+n, left+m
		if m > 0 && testing.Verbose() {
			by, _ := convert.New(opts)
			for _, d := range files.clone().convert(by) {
				decided[firstWords(d)]++
			}
		}
	})
	t.Logf("%d kustomizations, %d objects equal, %d left to a person", drawn, equal, left)
	for _, reason := range slices.Sorted(maps.Keys(decided)) {
		t.Logf("%d: %s", decided[reason], reason)
	}
	if !t.Failed() && left*3 > equal {
		t.Errorf("%d objects were left to a person, and only %d are equal", left, equal)
	}
}

// firstWords returns what a decision says without what differs from case to case.
func firstWords(decision string) string {
	parts := strings.SplitN(decision, ": ", 4)
	words := strings.Fields(parts[len(parts)-1])
	return strings.Join(words[:min(14, len(words))], " ")
}

// drawKustomizations returns a base with two overlays, one upon the other; nil where nothing was drawn that could be patched.
func drawKustomizations(t *rapid.T, toV1 bool) chartOf {
	var bases builtObjects
	for _, o := range generate.Alpha().Draw(t, "file").Objects {
		if o.Kind == "Provisioner" || o.Kind == "AWSNodeTemplate" {
			base := plainDraw(o, toV1)
			if !slices.ContainsFunc(bases, func(other object) bool { return nameOf(other) == nameOf(base) }) {
				bases = append(bases, base)
			}
		}
	}
	if len(bases) == 0 {
		return nil
	}
	files := chartOf{
		"base/kustomization.yaml": "resources: [objects.yaml]\nlabels: [{pairs: {stage: base}}]\n", "base/objects.yaml": bases.text(),
	}
	current, err := files.build("base")
	if err != nil {
		t.Fatal(err)
	}
	for i, dir := range []string{"one", "two"} {
		patched := current[rapid.IntRange(0, len(current)-1).Draw(t, "patched")]
		layer := &layer{dir: dir, fields: object{"resources": []any{[]string{"../base", "../one"}[i]}}}
		layer.draw(t, files, patched, drawOther(t, fmt.Sprint(patched["kind"]), toV1))
		built, err := files.build(dir)
		switch {
		case err != nil && layer.forOthers:
			return nil // the patch is for others, too, and they lack what it changes
		case err != nil:
			t.Fatalf("kustomize does not build %s: %v\n%s", dir, err, files.changedText(chartOf{}))
		}
		current = built
	}
	judges := v0_32.judges(t)
	for _, o := range current {
		if j := judges[kindOf(o)]; j != nil {
			if _, wrong := j.check(o); len(wrong) > 0 {
				// This draw only: the API server would refuse what it builds, so no conversion of it can be right. Others are drawn
				// in its place.
				t.Skip("the patches make an object that is not legal")
			}
		}
	}
	return files
}

// plainDraw returns a drawn object as kustomize reads it. What becomes an object of its own, and what moves to another one, is left out:
// a patch of that is left to a person.
func plainDraw(o generate.Object, toV1 bool) object {
	all, err := objects([]byte(text(o.Plain())))
	if err != nil {
		panic(err) // it was drawn as an object
	}
	spec := all[0]["spec"].(object)
	if spec["provider"] != nil {
		delete(spec, "provider")
		spec["providerRef"] = object{"name": "default"}
	}
	if toV1 {
		delete(spec, "kubeletConfiguration")
	}
	return all[0]
}

// drawOther returns another object of the kind.
func drawOther(t *rapid.T, kind string, toV1 bool) object {
	is := func(o generate.Object) bool { return o.Kind == kind }
	file := generate.Alpha().Filter(func(f generate.File) bool { return slices.ContainsFunc(f.Objects, is) }).Draw(t, "other")
	return plainDraw(file.Objects[slices.IndexFunc(file.Objects, is)], toV1)
}

// drawPart returns a strategic-merge patch with some of the fields.
func drawPart(t *rapid.T, fields object, depth int) object {
	part := object{}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		inner, isMap := fields[key].(object)
		switch chance := rapid.IntRange(0, 9).Draw(t, "keep "+key); {
		case chance == 9 && !needed[key]:
			part[key] = nil
		case chance < 5:
		case isMap && depth < 2:
			part[key] = drawPart(t, inner, depth+1)
		default:
			part[key] = fields[key]
		}
	}
	return part
}

// needed are fields without which no object is legal.
var needed = map[string]bool{"providerRef": true, "name": true, "subnetSelector": true, "securityGroupSelector": true, "amiFamily": true,
	"requirements": true}

// drawJSONPatch returns a JSON 6902 patch that can be applied to an object, with values of another one.
func drawJSONPatch(t *rapid.T, o, other object) string {
	root, err := objects([]byte(text(o))) // a copy, to which the operations are applied
	if err != nil {
		t.Fatal(err)
	}
	spec, values := root[0]["spec"].(object), other["spec"].(object)
	var ops []any
	for range rapid.IntRange(1, 4).Draw(t, "operations") {
		if op := drawJSONOp(t, spec, values); op != nil {
			ops = append(ops, op)
		}
	}
	if len(ops) == 0 {
		ops = append(ops, object{"op": "add", "path": "/metadata/labels", "value": object{"team": "a"}})
	}
	return marshalled(t, ops)
}

// drawJSONOp draws an operation and applies it to the spec.
func drawJSONOp(t *rapid.T, spec, values object) any {
	keys := slices.Sorted(maps.Keys(spec))
	key := rapid.SampledFrom(keys).Draw(t, "field")
	path := "/spec/" + escapePointer(key)
	switch rapid.IntRange(0, 5).Draw(t, "operation") {
	case 0: // a field that may be new
		key := rapid.SampledFrom(slices.Sorted(maps.Keys(values))).Draw(t, "added")
		spec[key] = values[key]
		return object{"op": "add", "path": "/spec/" + escapePointer(key), "value": values[key]}
	case 1:
		if needed[key] {
			return nil
		}
		delete(spec, key)
		return object{"op": "remove", "path": path}
	case 2:
		if values[key] == nil {
			return nil
		}
		spec[key] = values[key]
		return object{"op": "replace", "path": path, "value": values[key]}
	case 3: // within a map
		inner, isMap := spec[key].(object)
		news, also := values[key].(object)
		if !isMap || !also || len(news) == 0 {
			return nil
		}
		k := rapid.SampledFrom(slices.Sorted(maps.Keys(news))).Draw(t, "entry")
		spec[key] = with(inner, k, news[k])
		return object{"op": "add", "path": path + "/" + escapePointer(k), "value": news[k]}
	case 4, 5: // within a list
		list, isList := spec[key].([]any)
		news, _ := values[key].([]any)
		if !isList || len(news) == 0 {
			return nil
		}
		item := rapid.SampledFrom(news).Draw(t, "item")
		at := rapid.IntRange(0, len(list)).Draw(t, "at")
		if at == len(list) {
			spec[key] = append(slices.Clone(list), item)
			return object{"op": "add", "path": path + "/-", "value": item}
		}
		if rapid.Bool().Draw(t, "insert") {
			spec[key] = slices.Insert(slices.Clone(list), at, item)
			return object{"op": "add", "path": path + "/" + strconv.Itoa(at), "value": item}
		}
		changed := slices.Clone(list)
		changed[at] = item
		spec[key] = changed
		return object{"op": "replace", "path": path + "/" + strconv.Itoa(at), "value": item}
	}
	return nil
}

func with(m object, key string, v any) object {
	m = maps.Clone(m)
	m[key] = v
	return m
}

func escapePointer(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
