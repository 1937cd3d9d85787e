package rootmodule

import (
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

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
