package lint

import (
	"io/fs"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Rule is what a rule's METADATA says about it.
type Rule struct {
	ID          string // KL501
	Name        string // do-not-evict: the folder's name
	Title       string
	Description string // Markdown
	Severity    Severity
	Scope       Scope
	Fix         string   // "none", "safe" or "unsafe": the best an automatic fix can be
	Kinds       []string // Kubernetes kinds, or "*"
	Needles     []string // a file without any of them gives no finding of this rule
	When        string   // constraint on the target version, or ""
	APIs        []string // API versions of the object ("v1" or "karpenter.sh/v1"), empty: any
	Notes       Notes
	Links       []Link
	Package     string // karplint.rules.do_not_evict
	Folder      string // the folder's path in its file system: "do-not-evict"

	when   Interval
	module *ast.Module
	files  fs.FS
}

// Notes narrow what the other fields say, for the rule's page: "error from 1.0".
type Notes struct {
	Severity string
	Fix      string
}

// Link is a source of what a rule claims.
type Link struct {
	Title string
	URL   string
}

// Scope says what a rule has to see.
type Scope string

// The scopes: one resource, or the resources of a whole project.
const (
	ResourceScope Scope = "resource"
	ProjectScope  Scope = "project"
)
