// Package lint is the run: it evaluates rules on files, Terraform roots and projects, and turns their reports into findings and
// changed files.
package lint

import (
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
)

// Finding is a problem and its place.
type Finding struct {
	Rule     string // KL501
	Name     string // missing-skip-crds
	Severity rule.Severity
	Message  string
	About    string // a word by which code distinguishes reports of a rule, "" for none; it is not printed
	place.Location
	Resource       string   // address, "" for a finding about a file
	Owners         []Owner  // Resource and those, where they are written
	OtherResources []string // other resources with the same problem here, or with the same fix
	Path           []any
	Related        []Related
	Fix            *fixes.Fix
	NoFix          string // why the fix that the rule has cannot be made, "" where there is none or it can
	Fingerprint    string // hex; hashes rule, file, resource, path and occurrence, never a line number

	unused     []string    // keys of the suppressions that it reports as unused
	conversion *conversion // the fix, until Tree plans it
	failure    error       // why the rule could not say whether anything is wrong; nil: it could
}

// conversion is a fix by conversion that is not planned yet.
type conversion struct {
	title, to string
}

// Owner is a resource about which something was found.
type Owner struct {
	Address string
	File    string // that of its block or object, which need not be the one in which the finding is
}

// Related is another place that helps to understand a finding.
type Related struct {
	place.Location
	Message string
}
