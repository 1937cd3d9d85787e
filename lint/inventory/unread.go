package inventory

import (
	"bytes"
	"maps"
	"path"
	"regexp"
	"slices"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/fileset"
)

// Unread returns the templates among inputs that nothing is known to read: no tool applies them as they are, and neither an input nor a file
// beside or above them, such as a script, names them or computes the names of the files that it reads.
func Unread(inputs []fileset.Input, files fileset.Files) map[string]bool {
	templates, readers, dirs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, in := range inputs {
		_, isTemplate := filetype.Rendered(in.Path)
		templates[in.Path] = isTemplate && !in.Terraform
		readers[in.Path], dirs[path.Dir(in.Path)] = true, true
	}
	maps.DeleteFunc(templates, func(_ string, is bool) bool { return !is })
	for dir := range dirs { // in any order: the files are sorted
		maps.Copy(readers, filesAbove(files, templates, dir))
	}
	for _, reader := range slices.Sorted(maps.Keys(readers)) {
		text, err := files.ReadFile(reader)
		maps.DeleteFunc(templates, func(name string, _ bool) bool {
			return name != reader && (err != nil || mayRead(reader, text, path.Base(name)))
		})
	}
	return templates
}

// filesAbove returns the files in a directory if one of the templates is in it or below it.
func filesAbove(files fileset.Files, templates map[string]bool, dir string) map[string]bool {
	above := map[string]bool{}
	isAbove := func(name string) bool { return filetype.IsWithin(dir, name) }
	if !slices.ContainsFunc(slices.Sorted(maps.Keys(templates)), isAbove) {
		return above
	}
	entries, _ := files.ReadDir(dir)
	for _, e := range entries {
		if e.Type().IsRegular() {
			above[path.Join(dir, e.Name())] = true
		}
	}
	return above
}

var (
	computedPath = regexp.MustCompile(`file\(\s*(?:[^"\s]|"[^"]*\}")|fileset\([^)]*\*"`)
	nameEnding   = regexp.MustCompile(`[}*]([\w.-]+)`)
)

// mayRead reports whether the text of a file contains the name of another, or only the end of it after a part that is computed, or a call that
// reads a file of any name.
func mayRead(file string, text []byte, name string) bool {
	if bytes.Contains(text, []byte(name)) {
		return true
	}
	if filetype.IsManifest(file) {
		return false
	}
	endings := nameEnding.FindAllSubmatch(text, -1)
	return computedPath.Match(text) || slices.ContainsFunc(endings, func(of [][]byte) bool { return bytes.HasSuffix([]byte(name), of[1]) })
}
