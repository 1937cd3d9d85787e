package convert

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// patchEntry is one entry of the lists of patches in a kustomization.
type patchEntry struct {
	field   string // one of patchFields
	at      []any  // of the entry
	file    string // where the patch stands, from the working directory; "" for one in the kustomization
	text    string
	value   *model.Value // of a patch that stands in the kustomization as an object or a list of operations, not as a text
	doc     *model.Document
	path    []any       // of the text in the kustomization, for one that stands there
	target  *targetForm // nil: the patch names what it is for
	renames bool        // it may give objects another name
	rekinds bool        // and another kind
	refused string      // why karplint does not follow the entry, "" if it does
	docs    []patchDoc
}

var patchFields = []string{"patches", "patchesStrategicMerge", "patchesJson6902"}

// patchEntries reads the entries of a kustomization, whose fields stand at a place of the document.
func patchEntries(dir string, doc *model.Document, v *model.Value, place []any) []patchEntry {
	var all []patchEntry
	for _, field := range patchFields {
		list := v.Get(field)
		if list == nil {
			continue
		}
		for i, item := range list.Items {
			p, ok := readEntry(dir, doc, item, field, "patch", at(place, field, i))
			if !ok {
				continue
			}
			if v.Get("openapi") != nil && p.refused == "" {
				p.refused = "a schema (openapi) may have lists merged"
			}
			all = append(all, p)
		}
	}
	return all
}

// readEntry reads an entry of a kustomization that stands at a place of the document, with a text at a key.
func readEntry(dir string, doc *model.Document, item *model.Value, field, key string, place []any) (p patchEntry, ok bool) {
	p = patchEntry{field: field, at: place, path: place}
	text, file := item, item.Get("path")
	if item.Kind == model.Map && (field != "patchesStrategicMerge" || !isObject(item)) {
		text = item.Get(key)
		p.path = at(p.at, key)
		p.target, p.refused = readTarget(item.Get("target"))
		p.renames, p.rekinds = isTrue(item.Get("options", "allowNameChange")), isTrue(item.Get("options", "allowKindChange"))
	}
	switch {
	case file != nil:
		p.file, p.path = path.Join(dir, file.Text), at(p.at, "path")
	case text == nil:
		return p, false
	case text.Kind == model.Map || text.Kind == model.List:
		p.value, p.doc, p.text = text, doc, doc.Text(text.Span)
	case item.Kind != model.Map && !strings.Contains(text.Text, "\n"):
		p.file = path.Join(dir, text.Text)
	default:
		p.text, _ = edit.ScalarText(doc, text)
	}
	return p, true
}

// isObject says whether a value is an object of Kubernetes.
func isObject(v *model.Value) bool { return v.Get("apiVersion") != nil && v.Get("kind") != nil }

func isTrue(v *model.Value) bool { return v != nil && v.Text == "true" }

// rekind says whether the entry gives an object of a kind another one.
func (p *patchEntry) rekind(patch *model.Value, kind string) bool {
	return p.rekinds && patch.Kind == model.Map && patch.Str("kind") != kind
}

// means says whether the entry applies a patch to an object.
func (p *patchEntry) means(doc patchDoc, o built) bool {
	if p.target != nil {
		return p.target.selects(o)
	}
	return doc.missing || doc.res != nil && doc.res.APIVersion == o.res.APIVersion && doc.res.Kind == o.res.Kind && o.named(func(name string) bool { return doc.res.Name == name })
}

// named says whether one of the names of an object is one that is looked for.
func (o built) named(is func(name string) bool) bool {
	return is(o.name) || slices.ContainsFunc(o.names, is)
}

// Patches returns the paths of the files that kustomizations among the files use as patches, or that say how patches are made: files must
// be given those too, whatever Selects says of them, for they may name neither kind nor field that it knows.
func Patches(files []*model.File) map[string]bool {
	paths, seen := map[string]bool{}, newSurvey()
	note := func(names []string) {
		for _, name := range names {
			paths[name] = true
		}
	}
	for _, f := range files {
		if filetype.IsKustomization(f.Path) {
			units(f, 0, func(u *unit) {
				if u.err == nil {
					seen.addKustomization(f.Path, u)
				}
			})
		}
	}
	transformers := map[string]bool{}
	for _, k := range seen.kustomizations {
		note(patchFiles(k.patches))
		note(k.replaceFiles)
		note(k.configurations)
		for _, name := range seen.transformerFiles(k.transformers, map[string]bool{}) {
			paths[name], transformers[name] = true, true
		}
	}
	for _, f := range files {
		if !transformers[f.Path] {
			continue
		}
		units(f, 0, func(u *unit) {
			if u.err != nil {
				return
			}
			for _, k := range overlaysIn(f.Path, u) {
				note(patchFiles(k.patches))
			}
		})
	}
	return paths
}

// patchFiles returns the files that patches stand in.
func patchFiles(patches []patchEntry) (names []string) {
	for _, p := range patches {
		if p.file != "" {
			names = append(names, p.file)
		}
	}
	return names
}
