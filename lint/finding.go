// Package lint runs the linter: it evaluates rules on files, Terraform roots and projects, and turns their reports into
// findings and fixed files.
package lint

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
)

// Finding is a problem and its place.
type Finding struct {
	Rule     string // KL501
	Name     string // missing-skip-crds
	Severity rule.Severity
	Message  string // the fact, in lower case and without a full stop
	Why      string // what it means here; "" where the fact says it
	Help     string // what to do, also by hand; "" if that is unknown
	About    string // a word by which code distinguishes reports of a rule, "" for none; it is not printed
	place.Location
	Resource       string   // address, "" for a finding about a file
	Owners         []Owner  // Resource and OtherResources, with the files in which they are written
	OtherResources []string // other resources with the same problem here, or with the same fix
	Path           []any
	Related        []Related
	Fix            *fixes.Fix
	NoFix          string // the reason why the rule's fix cannot be made; "" if it can, or if there is none
	Compares       bool   // it is about a change, so that a run over one state does not have it
	Fingerprint    string // hex; hashes rule, file, resource, path and occurrence, never a line number

	unused     []string    // keys of the suppressions that the finding reports as unused
	conversion *conversion // the fix, until Tree plans it
	failure    error       // the reason why the rule could not be evaluated, or nil
}

// Failure returns the reason why the rule could not be evaluated; nil for any other finding.
func (f *Finding) Failure() error { return f.failure }

// Text returns the fact, why it matters and what to do in one line.
func (f *Finding) Text() string {
	parts := []string{f.Message, f.Why, f.Help}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// conversion is a fix by conversion that is not planned yet.
type conversion struct {
	title, to string
}

// Owner is a resource about which something was found.
type Owner struct {
	Address string
	File    string // the file of its block or object, which may differ from that of the finding
}

// Related is another place that helps to understand a finding.
type Related struct {
	place.Location
	Message string
}
