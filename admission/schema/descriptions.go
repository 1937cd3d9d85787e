package schema

import (
	_ "embed"
	"strings"
)

// descriptions is what the CRDs say of the fields in spec, of each kind in the newest release that serves it. The command release makes it, as the
// table.
//
//go:embed descriptions.txt
var descriptions string

// Description returns what Karpenter's CRDs say of a field of a kind, on one line, and the release that says so; "" if they say nothing. "[]" on the
// path is an item of a list.
func Description(apiVersion, kind string, path []string) (text, release string) {
	_, texts, _ := strings.Cut(descriptions, "\nkind\t"+apiVersion+"\t"+kind+"\t")
	texts, _, _ = strings.Cut(texts, "\nkind\t")
	release, _, _ = strings.Cut(texts, "\n")
	_, text, _ = strings.Cut(texts, "\n"+strings.Join(path, ".")+"\t")
	text, _, _ = strings.Cut(text, "\n")
	return text, release
}
