package karpenter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
)

// checkLabels checks the labels that a pool gives to its nodes.
func (j *judge) checkLabels(labels place) {
	entries := j.fields(labels)
	for _, label := range entries {
		key := label.key()
		if fault := faultOfKey(key); fault != "" {
			j.refuse("label-key", problem{place: label, fact: fmt.Sprintf("the label key %q %s", key, fault), advice: "correct it"})
		}
		if value, ok := j.Text(label.value); ok {
			j.checkLabelValue("label-value", label, key, value)
		}
		j.checkRestrictedLabel(label)
	}
}

func (j *judge) checkLabelValue(id string, p place, key, value string) {
	if fault := faultOfValue(value); fault != "" {
		j.refuse(id, problem{
			place:  p,
			fact:   fmt.Sprintf("the value %q of %s %s", value, key, fault),
			advice: "set a value that a label of a node can have",
		})
	}
}

func (j *judge) checkRestrictedLabel(label place) {
	key := label.key()
	if key == facts.KarpenterChecks().Labels.Pool {
		j.refuse("restricted-label", problem{
			place:  label,
			fact:   fmt.Sprintf("the label %s is reserved for the name of the pool", key),
			advice: "delete it",
			fix:    &admission.Fix{Title: "delete " + key, Ops: []edit.Op{{Do: edit.Delete, Path: label.path}}},
		})
		return
	}
	if !isOfRestrictedDomain(key) {
		return
	}
	p := j.restricted(key)
	p.place = label
	if meant := j.meantBy(key); meant != "" {
		p.fix = &admission.Fix{Title: "rename " + key + " to " + meant, Ops: []edit.Op{{Do: edit.Rename, Path: label.path, Key: meant}}}
	}
	j.refuse("restricted-label", p)
}

// restricted returns the problem with a key that is restricted, in the releases in which it is. It has no place yet.
func (j *judge) restricted(key string) problem {
	p := problem{
		fact:   fmt.Sprintf("the label %s is in the domain %s, where Karpenter allows only labels that it knows", key, restrictedDomain(key)),
		advice: "use a label of another domain",
		in:     func(e epoch) bool { return j.isRestricted(key, e) },
	}
	labels := &facts.KarpenterChecks().Labels
	if slices.Contains(labels.Keys, key) {
		p.fact = fmt.Sprintf("Karpenter does not allow the label %s, which each node has of itself", key)
	}
	for _, l := range labels.WellKnown {
		if l.Key == key && l.Since != "" {
			p.fact, p.advice = fmt.Sprintf("Karpenter knows the label %s from %s on only", key, l.Since), "delete it, or upgrade"
		}
	}
	if meant := j.meantBy(key); meant != "" {
		p.advice = fmt.Sprintf("did you mean %q?", meant)
	}
	return p
}

// restrictedDomain returns the domain for which some releases restrict the key, "" if none does.
func restrictedDomain(key string) string {
	domain, _, _ := strings.Cut(key, "/")
	for _, r := range facts.KarpenterChecks().Labels.Restricted {
		if strings.HasSuffix(domain, r.Domain) {
			return r.Domain
		}
	}
	return ""
}

// meantBy returns the well-known label that is certainly meant by a key: one of the same name in another domain, or with one slip. It
// returns "" if there is none.
func (j *judge) meantBy(key string) string {
	var keys []string
	for _, l := range facts.KarpenterChecks().Labels.WellKnown {
		if !j.applies(l.Group) || l.Key == key || !j.holds(l.Releases) {
			continue
		}
		if _, name, _ := strings.Cut(key, "/"); strings.HasSuffix(l.Key, "/"+name) {
			return l.Key
		}
		keys = append(keys, l.Key)
	}
	return nearest.Slip(key, keys)
}

// isOfRestrictedDomain reports whether some releases may restrict the key.
func isOfRestrictedDomain(key string) bool {
	labels := &facts.KarpenterChecks().Labels
	for _, l := range labels.WellKnown {
		if l.Key == key && l.Releases == (facts.Releases{}) && l.Group == "" {
			return false
		}
	}
	return restrictedDomain(key) != ""
}

// isRestricted reports whether the controller sets labels with the key itself, in releases of an epoch.
func (j *judge) isRestricted(key string, e epoch) bool {
	if j.isWellKnown(key, e) {
		return false
	}
	labels := &facts.KarpenterChecks().Labels
	if slices.Contains(labels.Keys, key) {
		return true
	}
	domain, _, ok := strings.Cut(key, "/")
	if !ok {
		return false
	}
	for _, x := range labels.Exceptions {
		isExact := e.isIn(labels.ExactExceptions)
		if e.isIn(x.Releases) && (domain == x.Domain || !isExact && strings.HasSuffix(domain, x.Domain)) {
			return false
		}
	}
	for _, r := range labels.Restricted {
		if !e.isIn(r.Releases) || !j.applies(r.Group) {
			continue
		}
		ending := "." + r.Domain
		if e.isIn(labels.Suffix) {
			ending = r.Domain
		}
		if domain == r.Domain || strings.HasSuffix(domain, ending) {
			return true
		}
	}
	return false
}

func (j *judge) isWellKnown(key string, e epoch) bool {
	for _, l := range facts.KarpenterChecks().Labels.WellKnown {
		if l.Key == key && e.isIn(l.Releases) && j.applies(l.Group) {
			return true
		}
	}
	return false
}
