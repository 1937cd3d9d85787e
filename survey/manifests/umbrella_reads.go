package manifests

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// readByTemplates returns the values below a key that the templates of the document's own chart read: paths with a dot after each
// step, "" if they read all of them.
func (m *reader) readByTemplates(key string) *model.Value {
	list := model.NewList()
	isTooLong := key != model.Name(key) // its expression would take hundreds of megabytes
	if m.files == nil || isTooLong {
		return list
	}
	name := regexp.QuoteMeta(key)
	form := regexp.MustCompile(`\.Values\.` + name + `\b((?:\.\w+)*)|index +\$?\.Values +"` + name + `"((?: +"[^"]*")*)`)
	var paths []string
	for _, template := range m.templates(path.Join(path.Dir(m.file.Path), "templates")) {
		for _, match := range form.FindAllSubmatch(template, -1) {
			steps := strings.FieldsFunc(string(match[1])+string(match[2]), func(r rune) bool { return strings.ContainsRune(`." `, r) })
			paths = append(paths, strings.Join(append(steps, ""), "."))
		}
	}
	slices.Sort(paths)
	for _, p := range slices.Compact(paths) {
		list.Items = append(list.Items, model.NewString(p))
	}
	return list
}

// mayReadAtTop reports whether the templates of the document's own chart may read a value at the top of its values. They may if they read
// other values by names that are not written there.
func (m *reader) mayReadAtTop(key string) bool {
	if m.files == nil || key != model.Name(key) {
		return true
	}
	form := regexp.MustCompile(`\.Values\.` + regexp.QuoteMeta(key) + `\b|index +\$?\.Values +"` + regexp.QuoteMeta(key) + `"|\.Values(?:[^.\w]|$)`)
	return slices.ContainsFunc(m.templates(path.Join(path.Dir(m.file.Path), "templates")), form.Match)
}

// templates returns the texts of the templates in a directory and in its subdirectories, one level deep.
func (m *reader) templates(dir string) (texts [][]byte) {
	for _, name := range m.templateNames(dir) {
		data, err := m.files.ReadFile(name)
		if err == nil {
			texts = append(texts, data)
		}
	}
	return texts
}

func (m *reader) templateNames(dir string) (names []string) {
	entries, _ := m.files.ReadDir(dir) // a chart may have no templates
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() && path.Base(dir) == "templates" {
			names = append(names, m.templateNames(name)...)
		} else if !e.IsDir() {
			names = append(names, name)
		}
	}
	return names
}
