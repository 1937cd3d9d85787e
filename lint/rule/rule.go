// Package rule reads a rule: its metadata, options and examples from its folder, and its reports from the values that its Rego
// returns.
package rule

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Rule is the METADATA of a rule.
type Rule struct {
	ID   string // KL501
	Name string // do-not-evict, the name of its folder
	Page
	Severity Severity
	Scope    Scope
	Fix      string   // "none", "safe" or "unsafe": the safest that a fix of the rule can be
	Kinds    []string // of Kubernetes, "*", or karplint's own, which are constants here; of a project's rule those of package survey
	Needles  []string // a document, or a project, with a finding contains at least one of these words; if empty, of its kinds
	When     string   // constraint on the target version, or ""
	APIs     []string // API versions of the object ("v1" or "karpenter.sh/v1"); empty for any
	Options  []Option // sorted by name
	Advice   bool     // its reports are not about faults; off unless Selection.Advice enables it
	Relays   bool     // it relays problems of the API server or of Karpenter, unless a more specific rule claims the place
	Before   bool     // it compares a project with a former state, and is evaluated only where one is known
	Source

	interval versions.Interval
}

// Page is the text of a rule's page in the documentation.
type Page struct {
	Title       string
	Description string // Markdown
	Notes       Notes
	Links       []Link
}

// Source is where a rule is written.
type Source struct {
	Package string // karplint.rules.do_not_evict; of a team's rule karplint.custom.pool_has_limits
	Folder  string // the folder's path in its file system: "do-not-evict", "policies/pool-has-limits"

	files    fs.FS
	libs     rego.Modules
	team     *team // nil for karplint's own
	compiled bool  // its METADATA was compiled ahead
}

// IsCustom reports whether the rule is a team's own, which karplint's documentation does not know.
func (s *Source) IsCustom() bool { return s.team != nil }

// Notes are details about other fields for the rule's page: "error from 1.0".
type Notes struct {
	Severity string
	Fix      string
}

// Link is a source for a rule.
type Link struct {
	Title string
	URL   string
}

// Scope is the part of a project that a rule needs as its input.
type Scope string

// The scopes: one resource, or the resources of a whole project.
const (
	ResourceScope Scope = "resource"
	ProjectScope  Scope = "project"
)

// The kinds of karplint's own resources, which are not Kubernetes objects.
const (
	FileKind        = "File"
	ForeignKind     = "ForeignText" // a document in another template language, which does not parse
	SuppressionKind = "Suppression"
	BaselineKind    = "BaselineEntry" // an entry of a baseline that no finding has
)

// AnyKind reports whether one of the kinds is among the rule's.
func (r *Rule) AnyKind(kinds ...string) bool {
	return slices.ContainsFunc(kinds, func(kind string) bool { return slices.Contains(r.Kinds, kind) })
}

// LooksAt reports whether the rule applies to the resource, by its kind and API version.
func (r *Rule) LooksAt(resource *model.Resource) bool {
	if r.AnyKind(FileKind, SuppressionKind, BaselineKind) || !r.AnyKind("*", resource.Kind) {
		return false
	}
	if len(r.APIs) == 0 {
		return true
	}
	version := resource.APIVersion[strings.LastIndex(resource.APIVersion, "/")+1:]
	return resource.APIVersion != "" &&
		(slices.Contains(r.APIs, version) || slices.Contains(r.APIs, resource.APIVersion))
}

// NeedlesWith returns the needles: each document with a finding contains at least one of them. nil means that any document may have
// a finding. set contains the configured values of the rule's options.
func (r *Rule) NeedlesWith(set map[string]any) []string {
	switch {
	case len(r.Needles) > 0:
		return slices.Concat(r.Needles, r.needlesFrom(set))
	case slices.Contains(r.Kinds, "*"):
		return nil
	}
	return slices.Concat(r.Kinds, r.needlesFrom(set))
}

// Limit returns whether the rule applies to the target, and the highest severity of its findings. A rule
// with a `when` applies if that holds for the whole interval. To an unknown target it applies too, but
// with warnings at most, because the release may be another one.
func (r *Rule) Limit(target versions.Target) (applies bool, highest Severity) {
	switch {
	case r.When == "":
		return true, Error
	case !target.IsKnown():
		return true, Warning
	}
	return target.IsWithin(r.interval), Error
}
