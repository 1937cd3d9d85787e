package rootmodule

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// helmProvider is the name of the Helm provider in its registry.
const helmProvider = "hashicorp/helm"

// helmMajors are the major versions of the Helm provider with different syntax for arguments. Later ones count as the last.
var helmMajors = map[string]string{"2": "< 3.0.0", "3": ">= 3.0.0"}

// setSyntax adds the key provider: how a helm_release writes the arguments whose syntax depends on the major version of the provider,
// and the major version that reads them.
func setSyntax(r *survey.Resource, block *terraform.Resource, helm func() (constraint, major string)) {
	if block.Source == nil || block.Source.Document == nil {
		return
	}
	constraint, major := helm()
	if major == "" {
		return
	}
	written := model.NewMap()
	for _, name := range slices.Concat(facts.Terraform().HelmProvider.Lists, facts.Terraform().HelmProvider.Maps) {
		switch {
		case block.Body.Attribute(name) != nil:
			written.Entries = append(written.Entries, model.NewEntry(name, model.NewString("argument")))
		case hasBlock(block, name):
			written.Entries = append(written.Entries, model.NewEntry(name, model.NewString("block")))
		default:
			continue
		}
		r.Locate(name, block.Path, name)
	}
	r.Set("provider", model.NewMap(
		model.NewEntry("constraint", model.NewString(constraint)),
		model.NewEntry("major", model.NewNumber(major)),
		model.NewEntry("written", written),
	))
}

// hasBlock reports whether the block contains blocks of the type, also dynamic ones.
func hasBlock(block *terraform.Resource, kind string) bool {
	isDynamic := func(b *hcl.Block) bool { return slices.Contains(b.Labels, kind) }
	return len(block.Body.BlocksOf(kind)) > 0 || slices.ContainsFunc(block.Body.BlocksOf("dynamic"), isDynamic)
}

// helmConstraint returns the constraint of all modules of the root on the Helm provider, and the only major version that it
// admits; "" if it admits several or none.
func helmConstraint(root *terraform.Root) (constraint, major string) {
	var names []string
	for _, source := range root.Sources {
		for _, block := range source.Document.Root.List("terraform") {
			for _, required := range block.List("required_providers") {
				if text := requirement(required.Get("helm")); text != "" && !slices.Contains(names, text) {
					names = append(names, text)
				}
			}
		}
	}
	if len(names) == 0 {
		return "", ""
	}
	constraint = strings.Join(names, ", ")
	admitted := versions.ParseTerraform(constraint)
	for number, row := range helmMajors { // in any order: they have no release in common
		if !admitted.IsEmpty() && admitted.IsWithin(versions.ParseTerraform(row)) {
			return constraint, number
		}
	}
	return "", ""
}

// requirement returns the version in an entry of required_providers; "" for a provider from another source.
func requirement(helm *model.Value) string {
	if helm.IsScalar() {
		return helm.Text
	}
	if source := helm.Str("source"); source != "" && !strings.HasSuffix("/"+source, "/"+helmProvider) {
		return ""
	}
	return helm.Str("version")
}

// addRegistryToken adds a data source with the credentials for a registry. It is read in the region that it names, otherwise in that of its
// provider's configuration.
func addRegistryToken(t *reader, block *terraform.Resource) {
	r := t.addResource(survey.RegistryToken, block, "")
	region := block.Value.Get("region")
	r.SetBool("configured", region.IsAbsent())
	if !region.IsAbsent() {
		r.Set("region", region)
		return
	}
	for _, node := range t.root.Edges[block.Node] {
		if configuration := t.root.Providers[node]; configuration != nil {
			r.Set("region", configuration.Get("region"))
		}
	}
}
