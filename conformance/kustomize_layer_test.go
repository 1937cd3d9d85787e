package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
	"sigs.k8s.io/yaml"
)

// layer is a random kustomization upon another one.
type layer struct {
	dir       string
	fields    object
	forOthers bool // its patch is for others than the object that it was drawn for
}

// draw writes the layer into the files: with a patch for an object, or a replacement, in itself, a component or a transformer.
func (l *layer) draw(t *rapid.T, files chartOf, patched, other object) {
	if rapid.IntRange(0, 3).Draw(t, "names") == 0 {
		l.fields["nameSuffix"] = "-" + l.dir[:1]
	}
	entry := object{"path": "patch.yaml"}
	if rapid.Bool().Draw(t, "json") {
		files[l.dir+"/patch.yaml"] = drawJSONPatch(t, patched, other)
		entry["target"] = l.drawTarget(t, patched)
	} else {
		patch := object{"apiVersion": patched["apiVersion"], "kind": patched["kind"], "metadata": object{"name": inside(patched, "metadata", "name")}}
		patch["spec"] = drawPart(t, other["spec"].(object), 0)
		files[l.dir+"/patch.yaml"] = text(patch)
	}
	switch rapid.IntRange(0, 7).Draw(t, "form") {
	case 0:
		l.fields["components"] = []any{"../component-" + l.dir}
		files["component-"+l.dir+"/patch.yaml"] = files[l.dir+"/patch.yaml"]
		files["component-"+l.dir+"/kustomization.yaml"] = text(object{
			"apiVersion": "kustomize.config.k8s.io/v1alpha1", "kind": "Component", "patches": []any{entry},
		})
		delete(files, l.dir+"/patch.yaml")
	case 1:
		l.fields["transformers"] = []any{"transformer.yaml"}
		files[l.dir+"/transformer.yaml"] = text(with(with(with(entry, "apiVersion", "builtin"), "kind", "PatchTransformer"), "metadata", object{"name": "patch"}))
	case 2:
		delete(files, l.dir+"/patch.yaml")
		l.forOthers = false
		if r := drawReplacement(t, patched, other); r != nil {
			l.fields["replacements"] = []any{r}
		}
	default:
		l.fields["patches"] = []any{entry}
	}
	files[l.dir+"/kustomization.yaml"] = text(l.fields)
}

// drawTarget returns a target that means an object, and perhaps others.
func (l *layer) drawTarget(t *rapid.T, o object) object {
	kind, name := fmt.Sprint(o["kind"]), fmt.Sprint(inside(o, "metadata", "name"))
	group, version, _ := strings.Cut(fmt.Sprint(o["apiVersion"]), "/")
	switch rapid.IntRange(0, 9).Draw(t, "target") {
	case 0:
		l.forOthers = true
		return object{"kind": kind}
	case 1:
		l.forOthers = true
		return object{"kind": kind + "|Deployment", "name": name[:1] + ".*"}
	case 2:
		l.forOthers = true
		return object{"group": group, "labelSelector": "stage in (base, other)"}
	case 3:
		l.forOthers = true
		return object{"version": version, "name": name}
	}
	return object{"kind": kind, "name": name}
}

// drawReplacement returns a replacement that writes a value of another object into a field of an object, nil where there is none.
func drawReplacement(t *rapid.T, o, other object) any {
	key := rapid.SampledFrom(slices.Sorted(maps.Keys(o["spec"].(object)))).Draw(t, "replaced")
	path := "spec." + key
	have, news := inside(o, "spec", key), inside(other, "spec", key)
	if in, isMap := have.(object); isMap && len(in) > 0 {
		k := rapid.SampledFrom(slices.Sorted(maps.Keys(in))).Draw(t, "replaced entry")
		path, have, news = path+"."+stepTo(k), in[k], inside(news, k)
	}
	switch news.(type) {
	case string, int64, float64:
	default:
		return nil
	}
	if have == nil || news == "" || needed[key] && key != "providerRef" {
		return nil // kustomize refuses to take an empty value from a field, so none comes from elsewhere
	}
	target := object{"select": object{"kind": o["kind"], "name": inside(o, "metadata", "name")}, "fieldPaths": []any{path}}
	return object{"sourceValue": fmt.Sprint(news), "targets": []any{target}}
}

// stepTo writes a key as a step of the path of a replacement.
func stepTo(key string) string {
	if strings.Contains(key, ".") {
		return "[" + key + "]"
	}
	return key
}

// drawMove draws an operation that moves or copies a field, or an entry of a map or list, and applies it to the spec.
func drawMove(t *rapid.T, spec object, key string) any {
	path := "/spec/" + escapePointer(key)
	copies := rapid.Bool().Draw(t, "copy")
	op := object{"op": "move"}
	if copies {
		op["op"] = "copy"
	}
	switch v := spec[key].(type) {
	case object:
		if len(v) == 0 {
			return nil
		}
		from := rapid.SampledFrom(slices.Sorted(maps.Keys(v))).Draw(t, "moved")
		after := with(v, from+"-moved", v[from])
		if !copies {
			delete(after, from)
		}
		if key != "labels" && key != "annotations" && key != "tags" {
			return nil // no other map takes any key
		}
		spec[key] = after
		op["from"], op["path"] = path+"/"+escapePointer(from), path+"/"+escapePointer(from+"-moved")
	case []any:
		if len(v) < 2 || copies {
			return nil
		}
		after := append(slices.Clone(v[1:]), v[0])
		spec[key] = after
		op["from"], op["path"] = path+"/0", path+"/-"
	default:
		return nil
	}
	return op
}

// marshalled returns a value as YAML.
func marshalled(t *rapid.T, v any) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
