// Package selectors turns a selector of the alpha API into a list of terms of v1beta1. In the map every key must match, and a value may list
// alternatives between commas. Of the terms one must match, so they are all combinations of the alternatives.
package selectors

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Selector is a selector of a class under conversion.
type Selector struct {
	*record.Object
	*apis.Goal
	*values.Finder
	Path  []any
	Value *model.Value

	name  string // subnetSelector
	parts []part
}

// part is one key of a selector.
type part struct {
	key   string   // as written
	field string   // id, name, owner, or "" for a tag
	items []string // its alternatives
	value *model.Value
}

// Convert replaces the selector by terms, or leaves it to a person. The first term keeps the place and the comments of the map.
func (s *Selector) Convert() {
	s.name = s.Path[len(s.Path)-1].(string)
	isHidden := func() bool { return s.Value.Open && !s.hasOnlyTags() && !s.areKnownTags() }
	switch {
	case s.Value.Kind != model.Map && s.areKnownTags():
		s.Move(s.Path, model.Join(model.Keys("spec."+s.name+"Terms"), 0, "tags"))
	case s.Value.Kind != model.Map || isHidden():
		s.See(pages.Selectors).Decide(s.Path, "the selector comes from %s, which may contain ids, or several values separated by commas; write %sTerms "+
			"by hand", values.TemplateText(s.Res.Document, s.Value), s.name)
	case len(s.Value.Entries) == 0 && s.name == "amiSelector":
		s.Remove(s.Path)
		s.See(pages.Selectors).Info(s.Path, "an empty amiSelector selects nothing, and %s rejects an empty list; dropped", s.To)
	case len(s.Value.Entries) == 0:
		s.See(pages.Selectors).Decide(s.Path, "an empty %s cannot be expressed in %s; select by id or tags", s.name, s.To)
	case s.read() && s.isAllowed():
		s.write()
	}
}

// read splits the map into its parts. It returns false if something in it needs a decision.
func (s *Selector) read() bool {
	keys := map[string]bool{}
	for _, e := range s.Value.Entries {
		if e.Value.Kind == model.Null {
			continue // a null, which the table removes
		}
		p := part{key: e.Key.Text, field: s.Facts.Selectors.Keys[e.Key.Text], value: e.Value}
		if s.name != "amiSelector" && p.field != "id" { // only AMIs have other fields than ids and tags
			p.field = ""
		}
		if e.IsMerge() || keys[p.key] {
			return false // reported by the table
		}
		if e.Value.Kind != model.Unknown && !e.Value.IsScalar() {
			return false // reported by the table
		}
		keys[p.key] = true
		if p.key == "" {
			s.See(pages.Selectors).Decide(s.Path, "a tag without a key selects nothing, and %s rejects it; write the key, or remove it", s.To)
			return false
		}
		if p.field != "" && keys[p.field+"\x00"] {
			s.See(pages.Selectors).Decide(model.Join(s.Path, p.key), "%q has the same meaning as another key of the selector; join them", p.key)
			return false
		}
		keys[p.field+"\x00"] = true
		if p.items = s.splitAlternatives(p); p.items == nil {
			return false
		}
		s.parts = append(s.parts, p)
	}
	if len(s.parts) == 0 {
		s.See(pages.Selectors).Decide(s.Path, "no key of %s has a value, so it selects nothing; select by id or tags", s.name)
		return false
	}
	s.dropBesideIDs()
	return true
}

// splitAlternatives splits a value at its commas. An empty value is a wildcard, because the documentation once said so.
func (s *Selector) splitAlternatives(p part) []string {
	var items []string
	for _, item := range splitCommas(s.Written(p.value)) {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	path := model.Join(s.Path, p.key)
	switch {
	case p.value.Kind == model.Unknown && len(items) == 1:
		s.checkOneValue(p, path)
	case len(items) == 0 && strings.Contains(p.value.Text, ","):
		s.See(pages.Selectors).Decide(path, "%q contains only commas; write a value, or remove %q", p.value.Text, p.key)
		return nil
	case len(items) == 0:
		s.See(pages.Selectors).Warn(path, `%[2]s rejects the empty value of %[1]q; written as "*", which any value matches`, p.key, s.To)
		items = []string{"*"}
	}
	return items
}

// checkOneValue notes an assumption about a templated value, because it may be several alternatives separated by commas.
func (s *Selector) checkOneValue(p part, path []any) {
	k, ok := s.Known(p.value)
	hasNoComma := func(v *model.Value) bool { return !strings.Contains(v.Text, ",") }
	isOneText := func(v *model.Value) bool { return v.Kind == model.String && v.Text != "" }
	switch isID := p.field == "id"; {
	case ok && !k.All(hasNoComma):
		s.See(pages.Selectors).Decide(path, "%s has several values, separated by commas, in %s, and a term has one; write a term for each", p.value.Text,
			record.PlacesText(k.Places))
	case isID && ok && k.All(isOneText):
		k.Assume(s.See(pages.Selectors), path, "%s is one id", s.Shown(p.value))
	case isID: // The pattern for ids is not anchored, so a list of ids is accepted and then matches nothing.
		s.See(pages.Selectors).Decide(path, "%s may contain several ids, and a term has one; write a term for each", p.value.Text)
	default:
		s.See(pages.Selectors).Info(path, "%s is treated as one value; if it contains commas, write a term for each", p.value.Text)
	}
}

// dropBesideIDs drops the keys beside ids, because the alpha API rejected them.
func (s *Selector) dropBesideIDs() {
	ids := -1
	for i, p := range s.parts {
		if p.field == "id" {
			ids = i
		}
	}
	if ids < 0 || len(s.parts) == 1 {
		return
	}
	for i, p := range s.parts {
		if i != ids {
			s.Remove(model.Join(s.Path, p.key))
			s.See(pages.Selectors).Warn(model.Join(s.Path, p.key),
				"%q beside %q: a term with an id has nothing else in %s, as in the alpha API since 0.30; dropped", p.key, s.parts[ids].key, s.To)
		}
	}
	s.parts = s.parts[ids : ids+1]
}

// isAllowed reports whether v1beta1 accepts the terms. If not, it adds a note.
func (s *Selector) isAllowed() bool {
	limits := s.Facts.Selectors
	terms, tags, owner := 1, 0, false
	for _, p := range s.parts {
		terms *= len(p.items)
		if terms > limits.MaxTerms {
			s.See(pages.Selectors).Decide(s.Path, "%s has more combinations than the %d terms that %s allows; select by fewer values, or by a tag of their "+
				"own", s.name, limits.MaxTerms, s.To)
			return false
		}
		if p.field == "" {
			tags++
		}
		owner = owner || p.field == "owner"
		if p.field == "id" && !s.hasValidIDs(p) {
			return false
		}
	}
	switch {
	case tags > limits.MaxTags:
		s.See(pages.Selectors).Decide(s.Path, "%s has %d tags, and a term of %s has at most %d; select by fewer", s.name, tags, s.To, limits.MaxTags)
		return false
	case owner && tags > 0 && !limits.OwnerWithTags.When.Contains(s.Release):
		s.See(pages.Selectors).Decide(s.Path, "Karpenter %s rejects an AMI term with owner and tags; upgrade to 0.32.2 or later, or select by name",
			s.Release)
		return false
	}
	return true
}

// idForms has the pattern of ids for each selector.
var idForms = sync.OnceValue(func() map[string]func() *regexp.Regexp {
	forms := map[string]func() *regexp.Regexp{}
	for selector, id := range facts.AlphaToV1beta1().Selectors.IDs {
		forms[selector] = pattern.New(id)
	}
	return forms
})

func (s *Selector) hasValidIDs(p part) bool {
	form := idForms()[s.name]()
	for i, id := range p.items {
		if !p.isTemplated(i) && !form.MatchString(id) {
			s.See(pages.Selectors).Decide(model.Join(s.Path, p.key), "%q is not a valid id of %sTerms; correct it", id, s.name)
			return false
		}
	}
	return true
}

// write moves the map to the first term and adds the other terms.
func (s *Selector) write() {
	list := model.Keys("spec." + s.name + "Terms")
	first := model.Join(list, 0)
	tagsOnly, ownerOnly := s.tagsOnly(), true
	for _, p := range s.parts {
		ownerOnly = ownerOnly && p.field == "owner"
	}
	if tagsOnly {
		s.Move(s.Path, model.Join(first, "tags"))
	} else {
		s.Move(s.Path, first)
	}
	for _, p := range s.parts {
		to := model.Join(first, "tags", p.key)
		switch {
		case p.field != "":
			to = model.Join(first, p.field)
			s.Rename(model.Join(first, p.key), p.field)
		case !tagsOnly:
			s.Move(model.Join(first, p.key), to)
		}
		if p.items[0] != s.Written(p.value) {
			s.Set(to, s.alternative(p, 0))
		}
	}
	if ownerOnly {
		s.Set(model.Join(first, "name"), model.NewString("*"))
		s.See(pages.Selectors).Info(s.Path, `%s rejects a term with only an owner; name: "*" added, which every AMI matches`, s.To)
	}
	combinations := 1
	for _, p := range s.parts {
		combinations *= len(p.items)
	}
	for i := 1; i < combinations; i++ {
		s.Insert(list, -1, s.term(i, ownerOnly))
	}
	if combinations > 1 {
		s.See(pages.Selectors).Info(s.Path, "from 0.33 on a comma is part of the value; the alternatives of %s are written as %d terms", s.name,
			combinations)
	}
}

// tagsOnly reports whether the selector contains only tags.
func (s *Selector) tagsOnly() bool {
	return !slices.ContainsFunc(s.parts, func(p part) bool { return p.field != "" })
}

// term returns the combination of alternatives with the given number. The last key changes fastest, like the last digit of a
// counter.
func (s *Selector) term(number int, ownerOnly bool) *model.Value {
	term := model.NewMap()
	var tags *model.Value
	if s.Value.Style == model.Flow && !s.tagsOnly() {
		term.Style = model.Flow
	}
	choice := make([]int, len(s.parts))
	for i := len(s.parts) - 1; i >= 0; i-- {
		choice[i] = number % len(s.parts[i].items)
		number /= len(s.parts[i].items)
	}
	for i, p := range s.parts {
		if p.field != "" {
			term.Entries = append(term.Entries, model.NewEntry(p.field, s.alternative(p, choice[i])))
			continue
		}
		if tags == nil {
			tags = model.NewMap()
			if s.Value.Style == model.Flow {
				tags.Style = model.Flow
			}
			term.Entries = append(term.Entries, model.NewEntry("tags", tags))
		}
		tags.Entries = append(tags.Entries, model.NewEntry(p.key, s.alternative(p, choice[i])))
	}
	if ownerOnly {
		term.Entries = append(term.Entries, model.NewEntry("name", model.NewString("*")))
	}
	return term
}

// alternative returns one alternative, quoted like the whole value.
func (s *Selector) alternative(p part, i int) *model.Value {
	v := model.NewString(p.items[i])
	if p.isTemplated(i) {
		v.Kind = model.Unknown
	}
	if p.value.Style == model.SingleQuoted || p.value.Style == model.DoubleQuoted {
		v.Style = p.value.Style
	}
	return v
}

// isTemplated reports whether an alternative contains a template, or an expansion of the shell in a script.
func (p part) isTemplated(i int) bool {
	isExpanded := p.value.Kind == model.Unknown && strings.ContainsAny(p.items[i], "$`")
	return isExpanded || values.HasTemplate(p.items[i])
}

// splitCommas splits at the commas outside of templates.
func splitCommas(text string) []string {
	var items []string
	start, depth := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth = max(0, depth-1)
		case ',':
			if depth == 0 {
				items = append(items, text[start:i])
				start = i + 1
			}
		}
	}
	return append(items, text[start:])
}
