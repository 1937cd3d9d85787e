package main

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// addEnded returns the step that writes which metrics of the release before are gone, and prints which of its variables are.
func addEnded(before fs.FS) func(*tables, fs.FS) error {
	return func(t *tables, files fs.FS) error {
		old, errOld := namesOf(before)
		now, err := namesOf(files)
		if err = errors.Join(errOld, err); err != nil {
			t.tell("compare metrics and variables with the release before: %v", err)
			return nil
		}
		t.done("environment")
		var rows []string
		for _, name := range slices.Sorted(maps.Keys(old)) {
			row := "  - {name: " + name + ", until: " + t.release + "}"
			switch {
			case now[name]:
			case strings.HasPrefix(name, "karpenter_"):
				t.tell("added to facts/metrics.yaml:%s (if another has its meaning, move it to renamed)", row)
				rows = append(rows, row)
			default:
				t.tell("add to removed in facts/environment.yaml, with value or instead:%s", row)
			}
		}
		return t.edit("metrics", func(lines []string) []string {
			_, end := section(lines, "dropped")
			return slices.Insert(lines, end, rows...)
		})
	}
}

var (
	variable  = regexp.MustCompile(`(?:env\.WithDefault\w+\(|WithEnv\([^,]+, "[^"]+", )"(\w+)"`)
	metric    = regexp.MustCompile(`Namespace: +(?:metrics\.)?Namespace,\s+(?:Subsystem: +(?:metrics\.)?([\w"]+),\s+)?Name: +"(\w+)"`)
	subsystem = regexp.MustCompile(`(\w+) += ("\w+")`)
)

// namesOf returns the names of the metrics and of the environment variables of a release and of its core.
func namesOf(files fs.FS) (map[string]bool, error) {
	modules := []fs.FS{files}
	if version, err := required(files, coreModule); err != nil {
		return nil, err
	} else if version != "" {
		core, err := download(coreModule, version)
		if err != nil {
			return nil, err
		}
		modules = append(modules, core)
	}
	var text []byte
	for _, files := range modules {
		if err := fs.WalkDir(files, "pkg", func(name string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			more, err := fs.ReadFile(files, name)
			text = append(text, more...)
			return err
		}); err != nil {
			return nil, err
		}
	}
	constants, names := map[string]string{}, map[string]bool{}
	for _, m := range subsystem.FindAllSubmatch(text, -1) {
		constants[string(m[1])] = string(m[2])
	}
	for _, m := range variable.FindAllSubmatch(text, -1) {
		names[string(m[1])] = true
	}
	for _, m := range metric.FindAllSubmatch(text, -1) {
		of := strings.Trim(cmp.Or(constants[string(m[1])], string(m[1])), `"`)
		names[strings.ReplaceAll("karpenter_"+of+"_"+string(m[2]), "__", "_")] = true
	}
	return names, nil
}
