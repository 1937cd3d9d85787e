package main

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// chartKey is a row of the keys of a chart's table.
type chartKey struct {
	Until string
	Open  bool
}

// addChart returns the step that compares the values of a chart: those in values.yaml, and those that only the templates read.
func addChart(name, chart string) func(*tables, fs.FS) error {
	return func(t *tables, files fs.FS) error {
		have, err := chartValues(files, chart)
		if err != nil {
			return err
		}
		var known struct {
			Keys map[string]chartKey
		}
		if err := t.load(name, &known); err != nil {
			return err
		}
		var added []string
		for _, key := range slices.Sorted(maps.Keys(have)) {
			if row, ok := known.Keys[key]; ok && row.Until == "" || covered(key, known.Keys) {
				continue
			}
			added = append(added, fmt.Sprintf("  %s: {since: %s}", key, t.release))
		}
		for _, key := range slices.Sorted(maps.Keys(known.Keys)) {
			if row := known.Keys[key]; row.Until == "" && !row.Open && !has(have, key) && key != "global" {
				t.tell("chart %s has no value %s any more: give it an until in facts/%s.yaml, and say what replaces it", chart, key, name)
			}
		}
		t.done(name)
		if len(added) == 0 {
			return nil
		}
		return t.edit(name, func(lines []string) []string {
			for _, line := range added {
				t.tell("added to facts/%s.yaml:%s (open: true if the templates copy the map)", name, line)
			}
			return insert(lines, "keys", added...)
		})
	}
}

// covered reports whether a known map at or above the key is copied as it is.
func covered(key string, known map[string]chartKey) bool {
	for above := key; above != ""; above = above[:max(0, strings.LastIndex(above, "."))] {
		if row := known[above]; row.Open && row.Until == "" {
			return true
		}
	}
	return false
}

// has reports whether a value, or one below it, exists.
func has(values map[string]bool, key string) bool {
	for v := range values {
		if v == key || strings.HasPrefix(v, key+".") {
			return true
		}
	}
	return false
}

var read = regexp.MustCompile(`\.Values\.([A-Za-z0-9_.]+)`)

// chartValues returns the dotted names of the values of a chart: the leaves of values.yaml, and what templates read.
func chartValues(files fs.FS, chart string) (map[string]bool, error) {
	text, err := fs.ReadFile(files, path.Join(chart, "values.yaml"))
	if err != nil {
		return nil, err
	}
	var values map[string]any
	if err := yaml.Unmarshal(text, &values); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	leaves("", values, names)
	templates, err := fs.Glob(files, path.Join(chart, "templates/*"))
	if err != nil {
		return nil, err
	}
	for _, name := range templates {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for _, m := range read.FindAllSubmatch(text, -1) {
			if name := string(m[1]); !has(names, name) {
				names[name] = true
			}
		}
	}
	return names, nil
}

func leaves(prefix string, values map[string]any, into map[string]bool) {
	for key, value := range values {
		if m, ok := value.(map[string]any); ok && len(m) > 0 {
			leaves(prefix+key+".", m, into)
			continue
		}
		into[prefix+key] = true
	}
}

var supported = regexp.MustCompile(`M(?:in|ax)K8sVersion = "([0-9.]+)"`)

// addKubernetes compares the versions of Kubernetes that the controller accepts.
func addKubernetes(t *tables, files fs.FS) error {
	text, err := fs.ReadFile(files, "pkg/providers/version/version.go")
	if err != nil {
		return err
	}
	found := supported.FindAllSubmatch(text, -1)
	if len(found) != 2 {
		return fmt.Errorf("pkg/providers/version/version.go has %d of MinK8sVersion and MaxK8sVersion", len(found))
	}
	first, next := minor(t.release)
	row := fmt.Sprintf(`min: %q, max: %q}`, found[0][1], found[1][1])
	t.done("kubernetes_versions")
	return t.edit("kubernetes_versions", func(lines []string) []string {
		last := lines[len(lines)-1]
		switch {
		case strings.Contains(last, "until: "+next) && strings.HasSuffix(last, row):
		case strings.Contains(last, "until: "+next):
			t.tell("supports other versions of Kubernetes than earlier patches (%s): correct the last row of facts/kubernetes_versions.yaml", row)
		case strings.HasSuffix(last, row) && strings.Contains(last, "until: "+first):
			lines[len(lines)-1] = strings.Replace(last, "until: "+first, "until: "+next, 1)
		case strings.Contains(last, "until: "+first):
			t.tell("write the newest version of Kubernetes into the table of rules/kubernetes-version-unsupported")
			return append(lines, fmt.Sprintf("  - {since: %s, until: %s, %s", first, next, row))
		}
		return lines
	})
}

// addKubelet compares the settings of the kubelet.
func addKubelet(t *tables, files fs.FS) error {
	fields, err := kubeletFields(files)
	if err != nil || fields == nil {
		return err
	}
	var known struct{ Fields map[string]string }
	if err := t.load("kubelet", &known); err != nil {
		return err
	}
	t.done("kubelet")
	for _, name := range slices.Sorted(maps.Keys(known.Fields)) {
		if fields[name] == "" {
			t.tell("the kubelet has no setting %s any more; facts/kubelet.yaml keeps it", name)
			fields[name] = known.Fields[name]
		}
	}
	return t.edit("kubelet", func(lines []string) []string {
		first, end := section(lines, "fields")
		var rows []string
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			rows = append(rows, fmt.Sprintf("  %s: %s", name, fields[name]))
		}
		return slices.Replace(lines, first, end, rows...)
	})
}
