package rootmodule

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
)

// readStorageClass reads a kubernetes_storage_class, as the object that it makes.
func (t *reader) readStorageClass(block *terraform.Resource) {
	r := t.addResource(survey.Object, block, "")
	r.SetText("apiVersion", survey.StorageGroup+"/v1")
	r.SetText("kind", survey.StorageClass)
	r.SetText("via", strings.TrimSuffix(block.Kind, "_v1"))
	if name := block.Value.Get("metadata", 0, "name"); survey.IsGiven(name) {
		r.Set("metadata", model.NewMap(model.NewEntry("name", name)).PlacedAt(name))
	}
	for _, named := range [][2]string{{"provisioner", "storage_provisioner"}, {"volumeBindingMode", "volume_binding_mode"}} {
		key, argument := named[0], named[1]
		r.Set(key, valueOrInput(block, argument))
		r.Locate(key, block.Path, argument)
	}
	r.Set("allowedTopologies", topologiesOf(block))
	r.Set("zone", survey.FirstGiven(modulecall.Field(block.Value.Get("parameters"), "zone"), modulecall.Field(block.Value.Get("parameters"), "zones")))
	setGate(r, block)
}

// topologiesOf returns the topologies that a kubernetes_storage_class allows, in the form of the object.
func topologiesOf(block *terraform.Resource) *model.Value {
	allowed := modulecall.Field(block.Value, "allowed_topologies")
	if !survey.IsGiven(allowed) || !allowed.IsWholeList() {
		return allowed
	}
	terms := model.NewList()
	for _, term := range allowed.Items {
		terms.Items = append(terms.Items, model.NewMap(model.NewEntry("matchLabelExpressions", term.Get("match_label_expressions"))))
	}
	return terms
}
