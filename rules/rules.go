// Package rules embeds karplint's own rules: one folder for each, and lib, the modules that
// they share.
package rules

import "embed"

// FS holds the rule folders at its root, ready for lint.Load.
//
//go:embed */rule.rego */examples.txtar lib/*.rego compiled
var FS embed.FS
