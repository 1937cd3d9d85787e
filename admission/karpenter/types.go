package karpenter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
)

// readType reads apiVersion and kind, unless the caller has given them.
func (j *judge) readType() {
	if text, ok := j.textAt(j.root, "apiVersion"); ok && text != "" {
		j.apiVersion = text
	}
	if text, ok := j.textAt(j.root, "kind"); ok && text != "" {
		j.kind = text
	}
}

// kindsOf returns the kinds that some release serves in an API version.
func kindsOf(apiVersion string) []string {
	var kinds []string
	for _, api := range facts.Served().APIs {
		if api.APIVersion == apiVersion {
			kinds = append(kinds, api.Kinds...)
		}
	}
	return kinds
}

// versionsOf returns the API versions in which some release serves a kind, or any kind if it is "".
func versionsOf(kind string) []string {
	var apiVersions []string
	for _, api := range facts.Served().APIs {
		if kind == "" || slices.Contains(api.Kinds, kind) {
			apiVersions = append(apiVersions, api.APIVersion)
		}
	}
	return slices.Compact(apiVersions)
}

// checkType reports a kind or apiVersion that is nearly one of Karpenter's, and a kind that none of Karpenter's APIs can have. It does
// not report a kind in the wrong one of Karpenter's APIs, because that depends on the installed release.
func (j *judge) checkType() {
	if kinds := kindsOf(j.apiVersion); len(kinds) > 0 {
		j.checkKind(kinds)
		return
	}
	kind := j.kind
	if len(versionsOf(kind)) == 0 {
		if group, _, _ := strings.Cut(j.apiVersion, "/"); !facts.IsKarpenter(group) {
			return
		}
		kind = ""
	}
	j.checkAPIVersion(versionsOf(kind))
}

func (j *judge) checkKind(kinds []string) {
	field := j.field(j.root, "kind")
	text, ok := j.Text(field.value)
	if !ok || len(versionsOf(strings.TrimSuffix(text, "List"))) > 0 {
		return
	}
	p := problem{place: field, fact: fmt.Sprintf("%s has no kind %q", j.apiVersion, text), why: "the object cannot be applied: no CRD has the kind"}
	switch meant := nearest.Name(text, kinds); {
	case meant != "":
		p.help = fmt.Sprintf("did you mean %q?", meant)
		if meant == nearest.Slip(text, kinds) {
			p.fix = setText(field.path, text, meant)
		}
	case isPast(j.apiVersion) || nearest.Name(text, allKinds()) != "":
		p.help = "use one of " + strings.Join(kinds, ", ")
	default:
		return // a newer release may have it
	}
	j.suspect("kind-name", p)
}

// isPast reports whether the newest release no longer serves an API version, so no release will add kinds to it.
func isPast(apiVersion string) bool {
	return !slices.ContainsFunc(facts.Served().APIs, func(api facts.ServedAPI) bool {
		return api.APIVersion == apiVersion && slices.ContainsFunc(api.Served, func(r facts.Releases) bool { return r.Until == "" })
	})
}

// allKinds returns the kinds of all API versions of Karpenter.
func allKinds() []string {
	var kinds []string
	for _, api := range facts.Served().APIs {
		kinds = append(kinds, api.Kinds...)
	}
	return kinds
}

// apiVersionForm matches versions of Kubernetes APIs. A release that is newer than the table may serve further ones.
var apiVersionForm = pattern.New(`/v[0-9]+((alpha|beta)[0-9]+)?$`)

func (j *judge) checkAPIVersion(candidates []string) {
	field := j.field(j.root, "apiVersion")
	text, ok := j.Text(field.value)
	meant := nearest.Slip(text, candidates)
	if !ok || meant == "" {
		return
	}
	group, _, _ := strings.Cut(text, "/")
	if apiVersionForm().MatchString(text) && facts.IsKarpenter(group) {
		return
	}
	j.suspect("api-version-name", problem{
		place: field,
		fact:  fmt.Sprintf("%q is not an apiVersion of Karpenter", text),
		why:   "the object cannot be applied: no CRD has the version",
		help:  fmt.Sprintf("did you mean %q?", meant),
		fix:   setText(field.path, text, meant),
	})
}
