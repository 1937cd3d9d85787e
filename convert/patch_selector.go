package convert

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
)

// targetForm says which objects a patch or a replacement is for. Each part is a regular expression for the whole of what it selects, and
// none selects all.
type targetForm struct {
	kind                                       string // as it is written
	groups, versions, kinds, names, namespaces *regexp.Regexp
	labels, annotations                        string // selectors as those of the API server; "" selects all
}

// selectorParts are the keys of a selector whose values are regular expressions.
var selectorParts = []string{"group", "version", "kind", "name", "namespace"}

// readTarget reads the target of a patch, and returns why karplint cannot tell what it selects, or "".
func readTarget(v *model.Value) (s *targetForm, refused string) {
	if v == nil || v.Kind == model.Null {
		return nil, ""
	}
	s = &targetForm{kind: v.Str("kind"), labels: v.Str("labelSelector"), annotations: v.Str("annotationSelector")}
	for _, key := range selectorParts {
		part := v.Get(key)
		if part == nil || part.Text == "" {
			continue
		}
		form, err := wholeForm(part.Text)
		if err != nil || part.Kind != model.String {
			refused = "its target is no selector, or a template writes it"
			continue
		}
		*s.part(key) = form
	}
	for _, text := range []string{s.labels, s.annotations} {
		if _, err := kyaml.NewMapRNode(nil).MatchesLabelSelector(text); err != nil || templated(text) {
			refused = "its target is no selector, or a template writes it"
		}
	}
	for _, e := range v.Entries {
		if !slices.Contains(selectorParts, e.Key.Text) && e.Key.Text != "labelSelector" && e.Key.Text != "annotationSelector" {
			refused = "its target selects by " + e.Key.Text + ", which karplint does not follow"
		}
	}
	return s, refused
}

// part returns the place of the expression for a key.
func (s *targetForm) part(key string) **regexp.Regexp {
	return map[string]**regexp.Regexp{"group": &s.groups, "version": &s.versions, "kind": &s.kinds, "name": &s.names, "namespace": &s.namespaces}[key]
}

// readSource reads the selector of what a replacement or a variable copies from, whose parts are no expressions.
func readSource(v *model.Value) *targetForm {
	s := &targetForm{kind: v.Str("kind")}
	group, version, _ := strings.Cut(v.Str("apiVersion"), "/")
	for key, text := range map[string]string{"group": group, "version": version} {
		if text != "" {
			*s.part(key) = regexp.MustCompile("^" + regexp.QuoteMeta(text) + "$")
		}
	}
	for _, key := range selectorParts {
		if text := v.Str(key); text != "" {
			*s.part(key) = regexp.MustCompile("^" + regexp.QuoteMeta(text) + "$")
		}
	}
	return s
}

// wholeForm compiles a part of a selector.
func wholeForm(text string) (*regexp.Regexp, error) { return regexp.Compile("^(?:" + text + ")$") }

func matches(form *regexp.Regexp, text string) bool { return form == nil || form.MatchString(text) }

// mayMean says whether objects of a kind may be selected.
func (s *targetForm) mayMean(k facts.APIKind) bool {
	group, version, _ := strings.Cut(k.APIVersion, "/")
	return matches(s.groups, group) && matches(s.versions, version) && matches(s.kinds, k.Kind)
}

// selects says whether a selector means an object.
func (s *targetForm) selects(b built) bool { return s.identifies(b) && s.marked(b) }

// identifies says whether an object is of the kinds, names and namespaces that a selector means.
func (s *targetForm) identifies(b built) bool {
	return s.mayMean(facts.APIKind{APIVersion: b.res.APIVersion, Kind: b.res.Kind}) && s.named(b)
}

func (s *targetForm) named(b built) bool {
	return matches(s.namespaces, b.namespace()) && b.named(func(name string) bool { return matches(s.names, name) })
}

// marked says whether an object may have the labels and annotations that a selector means.
func (s *targetForm) marked(b built) bool {
	if b.value == nil {
		return true // they are not known
	}
	return selectsMarks(s.labels, b.value.Get("metadata", "labels")) && selectsMarks(s.annotations, b.value.Get("metadata", "annotations"))
}

// selectsMarks says whether a selector may mean an object with the labels, or annotations.
func selectsMarks(selector string, marks *model.Value) bool {
	labels := map[string]string{}
	if marks != nil {
		for _, e := range marks.Entries {
			if e.Value.Kind == model.Unknown {
				return true
			}
			labels[e.Key.Text] = e.Value.Text
		}
	}
	node := kyaml.NewMapRNode(nil)
	if err := node.SetLabels(labels); err != nil {
		return true
	}
	is, err := node.MatchesLabelSelector(selector)
	return is || err != nil
}

// rejects says whether a selector takes an object out of those of a replacement.
func (s *targetForm) rejects(b built) bool {
	if (s.labels != "" || s.annotations != "") && s.marked(b) {
		return true
	}
	named := slices.ContainsFunc(selectorParts, func(key string) bool { return *s.part(key) != nil })
	return named && s.identifies(b)
}

// renameSelector makes a selector select what its objects become, and nothing else of what the kustomization builds.
func (c *conversion) renameSelector(o *object, place []any, k *kustomization, objects []built) {
	old, refused := readTarget(o.get(place...))
	if refused != "" || len(objects) == 0 {
		return
	}
	now := *old
	becomes := map[string]string{}
	for _, key := range []string{"version", "kind"} {
		v := o.get(at(place, key)...)
		if v == nil || v.Text == "" {
			continue
		}
		text := c.renamedPart(key, v.Text)
		if slices.ContainsFunc(objects, func(b built) bool { return !matchesPart(v.Text, partOf(key, c.successor(b))) }) {
			if slices.ContainsFunc(objects, func(b built) bool { return !matchesPart(text, partOf(key, c.successor(b))) }) {
				text = c.successorPart(key, objects)
			}
			if text == "" {
				o.decide(at(place, key), seePool, "the target %q does not select what its objects become; change it by hand", v.Text)
				return
			}
			becomes[key] = text
			*now.part(key), _ = wholeForm(text)
		}
	}
	if len(becomes) == 0 && !c.selectsOthers(old, &now, k, objects) {
		return
	}
	for _, key := range []string{"version", "kind"} {
		if text := becomes[key]; text != "" {
			o.set(at(place, key), like(o.get(at(place, key)...), text))
		}
	}
	if !c.selectsOthers(old, &now, k, objects) {
		return
	}
	kind := c.successorPart("kind", objects)
	if kind == "" || old.kinds != nil {
		o.decide(place, seePool, "the target cannot tell what its objects become from others; give each kind a patch of its own")
		return
	}
	o.set(at(place, "kind"), model.NewString(kind))
	o.warn(place, seePool, "the target has no kind, and would select others by what its objects become; kind %s is added", kind)
}

// renamedPart returns a part of a selector with the words of the old API replaced by those of the new one.
func (c *conversion) renamedPart(key, text string) string {
	var parts []string
	for _, part := range strings.Split(text, "|") {
		for _, k := range c.kinds {
			if k.To.Kind != "" {
				part = wordForm(partOf(key, k.From)).ReplaceAllLiteralString(part, partOf(key, k.To))
			}
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "|")
}

func wordForm(word string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`)
}

// successorPart returns what all that the objects become have in a part of a selector, "" if they differ.
func (c *conversion) successorPart(key string, objects []built) string {
	text := partOf(key, c.successor(objects[0]))
	if slices.ContainsFunc(objects, func(b built) bool { return partOf(key, c.successor(b)) != text }) {
		return ""
	}
	return text
}

func partOf(key string, k facts.APIKind) string {
	if key == "version" {
		return path.Base(k.APIVersion)
	}
	return k.Kind
}

// matchesPart says whether a part of a selector selects a text.
func matchesPart(part, text string) bool {
	form, err := wholeForm(part)
	return err == nil && form.MatchString(text)
}

// successor returns the kind that an object becomes.
func (c *conversion) successor(b built) facts.APIKind {
	steps := c.steps(b.res)
	return steps[len(steps)-1].To
}

// selectsOthers says whether a selector that was renamed selects others than what its objects become: of those that the kustomization
// builds, or of all that have the same version.
func (c *conversion) selectsOthers(old, now *targetForm, k *kustomization, objects []built) bool {
	for _, b := range k.builds {
		if now.mayMean(c.successor(b)) && now.named(b) && !old.identifies(b) {
			return true
		}
	}
	for _, b := range objects {
		if to := c.successor(b); now.mayMean(facts.APIKind{APIVersion: "any/" + path.Base(to.APIVersion), Kind: "Any"}) &&
			!old.mayMean(facts.APIKind{APIVersion: "any/" + path.Base(to.APIVersion), Kind: "Any"}) {
			return true
		}
	}
	return false
}

// renameMarks renames old labels and annotations in a selector of others than Karpenter's objects.
func (o *object) renameMarks(place []any) {
	for key, renamed := range map[string]func(string) string{"labelSelector": o.renamedLabel, "annotationSelector": o.newAnnotation} {
		v := o.get(at(place, key)...)
		if v == nil || v.Kind != model.String {
			continue
		}
		o.claim(at(place, key))
		text := markName().ReplaceAllStringFunc(v.Text, func(name string) string { return cmp.Or(renamed(name), name) })
		if text != v.Text {
			o.set(at(place, key), like(v, text))
		}
	}
}

var markName = pattern.New(`[A-Za-z0-9./_-]+`)

// renamedLabel returns the new name of a label of an object, "" where it keeps the old one.
func (o *object) renamedLabel(name string) string {
	if o.bothAPIs() {
		return ""
	}
	return o.newLabel(name)
}

// renameSteps renames old labels and annotations in the paths of a replacement into others than Karpenter's objects.
func (o *object) renameSteps(place []any) {
	paths := o.get(place...)
	if paths == nil {
		return
	}
	for i, field := range paths.Items {
		o.claim(at(place, i))
		var words []string
		above := ""
		for _, s := range splitFieldPath(field.Text) {
			name := o.newAnnotation(s.key)
			if !slices.Contains(o.names.Given, above) || !o.bothAPIs() {
				name = cmp.Or(o.newLabel(s.key), name)
			}
			word := s.raw
			if label, isItem := strings.CutPrefix(strings.TrimSuffix(s.raw, "]"), "[key="); isItem {
				word = "[key=" + cmp.Or(o.newLabel(label), label) + "]"
			}
			if name != "" {
				word = strings.Replace(strings.ReplaceAll(s.raw, `\.`, "."), s.key, name, 1)
				if word == name {
					word = "[" + name + "]"
				}
			}
			words = append(words, word)
			above = s.key
		}
		if text := strings.Join(words, "."); field.Kind == model.String && text != field.Text {
			o.set(at(place, i), like(field, text))
		}
	}
}
