package ruletest

import (
	"embed"
	"io/fs"
	"strings"

	"github.com/karplint/karplint/lint/rule"
)

// skeleton is a rule that passes its tests.
//
//go:embed skeleton
var skeleton embed.FS

// Skeleton returns the files of a new rule, by name.
func Skeleton(id, name string) map[string][]byte {
	files := map[string][]byte{}
	fill := strings.NewReplacer("ACME000", id, "karplint.custom.new_rule", rule.PackageOf(name),
		"new_rule", strings.ReplaceAll(name, "-", "_"),
		"A NodePool has the label team", titleOf(name))
	for _, file := range []string{"rule.rego", "rule_test.rego", "examples.txtar"} {
		text, err := fs.ReadFile(skeleton, "skeleton/"+file)
		if err != nil {
			panic(err) // it is embedded
		}
		files[file] = []byte(fill.Replace(string(text)))
	}
	return files
}

// titleOf returns the name of a rule as a title: "Pool has limits".
func titleOf(name string) string {
	words := strings.NewReplacer("-", " ", "_", " ").Replace(name)
	return strings.ToUpper(words[:1]) + words[1:]
}
