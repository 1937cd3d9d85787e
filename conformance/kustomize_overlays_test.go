package conformance

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// withOverlays returns the files with a kustomization for each object of Flux and Argo CD that patches what a directory builds, or what a chart
// without templates renders: it does with kustomize what those do. Directories are those from the root.
func (c chartOf) withOverlays() (chartOf, error) {
	all := maps.Clone(c)
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if !strings.HasSuffix(name, ".yaml") || path.Base(name) == "kustomization.yaml" {
			continue
		}
		read, err := objects([]byte(c[name]))
		if err != nil {
			continue // a template, say
		}
		for _, o := range read {
			into := fmt.Sprint("overlay-", o["kind"], "-", inside(o, "metadata", "name"))
			switch group, _, _ := strings.Cut(fmt.Sprint(o["apiVersion"]), "/"); group {
			case "kustomize.toolkit.fluxcd.io":
				err = all.overlay(into, inside(o, "spec", "path"), inside(o, "spec"))
			case "argoproj.io":
				err = all.overlay(into, inside(o, "spec", "source", "path"), inside(o, "spec", "source", "kustomize"))
			case "helm.toolkit.fluxcd.io":
				from := path.Join(fmt.Sprint(inside(o, "spec", "chart", "spec", "chart")), "templates")
				for i, renderer := range listOf(inside(o, "spec", "postRenderers")) {
					to := fmt.Sprint(into, "-", i)
					err = errors.Join(err, all.overlay(to, from, inside(renderer, "kustomize")))
					from = to
				}
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// overlay adds a kustomization upon a directory, which gets one if it has none.
func (c chartOf) overlay(into string, directory, patches any) error {
	fields, _ := patches.(object)
	if fields == nil || directory == nil {
		return nil
	}
	upon := path.Clean(fmt.Sprint(directory))
	if c[upon+"/kustomization.yaml"] == "" {
		var names []any
		for name := range c {
			if path.Dir(name) == upon {
				names = append(names, path.Base(name))
			}
		}
		c[upon+"/kustomization.yaml"] = text(object{"resources": names})
	}
	k := object{"resources": []any{"../" + upon}}
	for _, field := range []string{"patches", "namePrefix", "nameSuffix", "commonLabels"} {
		if fields[field] != nil {
			k[field] = fields[field]
		}
	}
	merges, _ := fields["patchesStrategicMerge"].([]any)
	for _, patch := range merges {
		k["patchesStrategicMerge"] = append(listOf(k["patchesStrategicMerge"]), text(patch.(object)))
	}
	operations, _ := fields["patchesJson6902"].([]any)
	for _, entry := range operations {
		data, err := yaml.Marshal(inside(entry, "patch"))
		if err != nil {
			return err
		}
		k["patchesJson6902"] = append(listOf(k["patchesJson6902"]), with(entry.(object), "patch", string(data)))
	}
	c[into+"/kustomization.yaml"] = text(k)
	return nil
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}

// inside returns what stands in maps under the keys, nil for nothing.
func inside(v any, keys ...string) any {
	for _, key := range keys {
		m, _ := v.(object)
		v = m[key]
	}
	return v
}
