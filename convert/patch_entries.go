package convert

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// patchEntry is one entry of the lists of patches in a kustomization.
type patchEntry struct {
	field   string // one of patchFields
	at      []any  // of the entry
	file    string // where the patch stands, from the working directory; "" for one in the kustomization
	text    string
	path    []any       // of the text in the kustomization, for one that stands there
	target  *targetForm // nil: the patch names what it is for
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
	if item.Kind == model.Map {
		text = item.Get(key)
		p.path = at(p.at, key)
		p.target, p.refused = readTarget(item.Get("target"))
		if options := item.Get("options"); options != nil && len(options.Entries) > 0 {
			p.refused = "its options let it change the kind or the name of objects"
		}
	}
	switch {
	case file != nil:
		p.file, p.path = path.Join(dir, file.Text), at(p.at, "path")
	case text == nil:
		return p, false
	case item.Kind != model.Map && !strings.Contains(text.Text, "\n"):
		p.file = path.Join(dir, text.Text)
	default:
		p.text, _ = edit.ScalarText(doc, text)
	}
	return p, true
}

// targetForm says which objects a patch is for. Each part is a regular expression for the whole of what it selects, and none
// selects all.
type targetForm struct {
	kind                           string // as it is written
	groups, versions, kinds, names *regexp.Regexp
}

// readTarget reads the target of a patch, and returns why karplint cannot tell what it selects, or "".
func readTarget(v *model.Value) (s *targetForm, refused string) {
	if v == nil || v.Kind == model.Null {
		return nil, ""
	}
	s = &targetForm{kind: v.Str("kind")}
	for key, to := range map[string]**regexp.Regexp{"group": &s.groups, "version": &s.versions, "kind": &s.kinds, "name": &s.names} {
		part := v.Get(key)
		if part == nil || part.Text == "" {
			continue
		}
		form, err := wholeForm(part.Text)
		if err != nil || part.Kind != model.String {
			refused = "karplint cannot tell what its target selects"
			continue
		}
		*to = form
	}
	for _, e := range v.Entries {
		if !slices.Contains([]string{"group", "version", "kind", "name"}, e.Key.Text) {
			refused = "its target selects by " + e.Key.Text + ", which karplint does not follow"
		}
	}
	return s, refused
}

// wholeForm compiles a part of a selector.
func wholeForm(text string) (*regexp.Regexp, error) { return regexp.Compile("^(?:" + text + ")$") }

// matchesWhole says whether a part of a selector, which is a valid one, selects a text.
func matchesWhole(part, text string) bool {
	form, err := wholeForm(part)
	return err == nil && form.MatchString(text)
}

// mayMean says whether objects of a kind may be selected.
func (s *targetForm) mayMean(k facts.APIKind) bool {
	group, version, _ := strings.Cut(k.APIVersion, "/")
	return matches(s.groups, group) && matches(s.versions, version) && matches(s.kinds, k.Kind)
}

func matches(form *regexp.Regexp, text string) bool { return form == nil || form.MatchString(text) }

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

// Patches returns the paths of the files that kustomizations among the files use as patches. Files must be given those too,
// whatever Selects says of them: a patch may name neither kind nor field that it knows.
func Patches(files []*model.File) map[string]bool {
	paths, transformers := map[string]bool{}, map[string]bool{}
	note := func(patches []patchEntry) {
		for _, p := range patches {
			if p.file != "" {
				paths[p.file] = true
			}
		}
	}
	for _, f := range files {
		if !isKustomization(f.Path) {
			continue
		}
		units(f, 0, func(u *unit) {
			if u.err != nil {
				return
			}
			note(patchEntries(path.Dir(f.Path), u.res.Document, u.res.Value, nil))
			if list := u.res.Value.Get("transformers"); list != nil {
				for _, item := range list.Items {
					transformers[path.Join(path.Dir(f.Path), item.Text)] = true
				}
			}
		})
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
				note(k.patches)
			}
		})
	}
	return paths
}
