package conformance

import (
	"fmt"
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

// draw writes the layer into the files: with a patch for an object in itself or a component.
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
	if rapid.IntRange(0, 5).Draw(t, "form") == 0 {
		l.fields["components"] = []any{"../component-" + l.dir}
		files["component-"+l.dir+"/patch.yaml"] = files[l.dir+"/patch.yaml"]
		files["component-"+l.dir+"/kustomization.yaml"] = text(object{
			"apiVersion": "kustomize.config.k8s.io/v1alpha1", "kind": "Component", "patches": []any{entry},
		})
		delete(files, l.dir+"/patch.yaml")
	} else {
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

// marshalled returns a value as YAML.
func marshalled(t *rapid.T, v any) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
