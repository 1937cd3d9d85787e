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
			j.refuse("label-key", problem{place: label, fact: fmt.Sprintf("label key %q %s", key, fault), help: admission.KeyHelp})
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
			place: p,
			fact:  fmt.Sprintf("the value %q of label %q %s", value, key, fault),
			help:  admission.ValueHelp,
		})
	}
}

func (j *judge) checkRestrictedLabel(label place) {
	key := label.key()
	if key == facts.KarpenterChecks().Labels.Pool {
		j.refuse("restricted-label", problem{
			place: label,
			fact:  fmt.Sprintf("label %q is not allowed", key),
			why:   "Karpenter sets this label to the name of the pool",
			help:  "delete it",
			fix:   &admission.Fix{Title: "delete " + key, Ops: []edit.Op{{Do: edit.Delete, Path: label.path}}},
		})
		return
	}
	set := j.restricted(key)
	if !j.isRefused("restricted-label", set) {
		return
	}
	p := j.restrictedLabel(key)
	p.place = label
	if meant := j.meantBy(key); meant != "" {
		p.fix = &admission.Fix{Title: "rename " + key + " to " + meant, Ops: []edit.Op{{Do: edit.Rename, Path: label.path, Key: meant}}}
	}
	j.refuseIn(set, "restricted-label", p)
}

// restrictedLabel describes the problem of a restricted key, without a place.
func (j *judge) restrictedLabel(key string) problem {
	p := problem{
		fact: fmt.Sprintf("label %q is not allowed in the domain %q", key, restrictedDomain(key)),
		why:  "Karpenter allows only labels that it knows there",
		help: "use a label of another domain",
	}
	labels := &facts.KarpenterChecks().Labels
	if slices.Contains(labels.Keys, key) {
		p.fact, p.why = fmt.Sprintf("label %q is not allowed", key), "each node has a value of its own"
	}
	for _, l := range labels.WellKnown {
		if l.Key == key && l.Since != "" {
			p.fact, p.why, p.help = fmt.Sprintf("Karpenter knows the label %q only from %s on", key, l.Since), "", "delete it, or upgrade"
		}
	}
	if meant := j.meantBy(key); meant != "" {
		p.help = fmt.Sprintf("did you mean %q?", meant)
	}
	return p
}

// restrictedDomain returns the domain that makes the key restricted in some release, or "".
func restrictedDomain(key string) string {
	domain, _, _ := strings.Cut(key, "/")
	for _, r := range facts.KarpenterChecks().Labels.Restricted {
		if strings.HasSuffix(domain, r.Domain) {
			return r.Domain
		}
	}
	return ""
}

// meantBy returns the well-known label that the author of a key certainly meant: one with the same name in another domain, or one
// that differs by a typo. It returns "" if there is none.
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

// restricted returns the releases in which Karpenter does not allow pools to set the label.
func (j *judge) restricted(key string) releaseSet {
	labels := &facts.KarpenterChecks().Labels
	if slices.Contains(labels.Keys, key) {
		return allReleases
	}
	domain, _, ok := strings.Cut(key, "/")
	if !ok || restrictedDomain(key) == "" {
		return 0
	}
	var set releaseSet
	for _, r := range labels.Restricted {
		switch {
		case !j.applies(r.Group):
		case domain == r.Domain || strings.HasSuffix(domain, "."+r.Domain):
			set |= setOf(r.Releases)
		case strings.HasSuffix(domain, r.Domain):
			set |= setOf(r.Releases) & setOf(labels.Suffix)
		}
	}
	return set &^ j.allowed(key, domain)
}

// allowed returns the releases that allow this label of a restricted domain.
func (j *judge) allowed(key, domain string) releaseSet {
	labels := &facts.KarpenterChecks().Labels
	var set releaseSet
	for _, x := range labels.Exceptions {
		switch {
		case domain == x.Domain:
			set |= setOf(x.Releases)
		case strings.HasSuffix(domain, x.Domain):
			set |= setOf(x.Releases) &^ setOf(labels.ExactExceptions)
		}
	}
	for _, l := range labels.WellKnown {
		if l.Key == key && j.applies(l.Group) {
			set |= setOf(l.Releases)
		}
	}
	return set
}
