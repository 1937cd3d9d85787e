package upgrade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/survey"
)

// foreignPools returns the pools for other providers of Karpenter in the files that may change: by file, as globs of kind and name, and as lines for
// people. They stay as they are, because releases of the AWS provider do not concern them.
func (r *Repository) foreignPools(read inventory.Inventory) (globs map[string][]string, lines []string) {
	globs = map[string][]string{}
	mayChange := setOf(r.Paths)
	for _, p := range read.Projects() {
		groups := p.ClassGroups()
		for _, pool := range p.Resources {
			cloud := groups.ForeignCloud(pool)
			if cloud == "" || !isPool(pool) || !mayChange[pool.File.Path] {
				continue
			}
			file, kind, name := pool.File.Path, pool.Value.Str("kind"), pool.Value.Str("metadata", "name")
			globs[file] = append(globs[file], kind+"/"+escaped(name))
			lines = append(lines, fmt.Sprintf("%s: %s %s is for %s, and stays as it is", file, kind, name, facts.ProviderName(cloud)))
		}
	}
	slices.Sort(lines)
	return globs, slices.Compact(lines)
}

// isPool reports whether a resource is a pool of any version of the API, with a name.
func isPool(r *survey.Resource) bool {
	kind := facts.APIKind{APIVersion: r.Value.Str("apiVersion"), Kind: r.Value.Str("kind")}
	isNamed := r.Kind == survey.Object && r.File != nil && r.Value.Str("metadata", "name") != ""
	return isNamed && slices.ContainsFunc(facts.Served().Generations, func(g facts.Generation) bool { return g.Pool == kind })
}

// escaped returns the glob that matches a name only.
func escaped(name string) string {
	var glob strings.Builder
	for _, c := range name {
		if strings.ContainsRune(`*?[]{}\`, c) {
			glob.WriteByte('\\')
		}
		glob.WriteRune(c)
	}
	return glob.String()
}

// settings returns the configuration of a file, extended so that the conversion sets aside pools for other providers.
func (r *Repository) settings(file string) conversions.Settings {
	s := r.Settings(file)
	s.Exclude = append(slices.Clone(s.Exclude), r.foreign[file]...)
	return s
}

// conversionOf returns the settings for the conversion of a file.
func (r *Repository) conversionOf(file string) convert.Settings { return r.settings(file).Settings }
