package project

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// release reads a helm_release.
func (t *terraformReader) release(block *hcl.Resource) {
	r := t.resource(Installation, block, "")
	v := block.Value
	take(r, block, "name", "namespace")
	r.setChart(v.Get("chart"), v.Get("repository"))
	r.pinVersion(given(v.Get("version")))
	r.setText("via", "helm_release")
	take(r, block, "skip_crds", "force_update", "wait")
	values := releaseValues(v)
	r.setValues(values)
	setGate(r, block)
	for _, key := range []string{"chart", "repository", "version"} {
		r.real(key, block.Path, key)
	}
	setWaits(r, block)
	if block.Source != nil && block.Source.Document != nil {
		t.written[r] = block.Source.Document.Root.Get(block.Path...)
	}
	t.links = append(t.links, clusterLink{resource: r, name: clusterInValues(values.root)})
}

// clusterInValues returns the name of the cluster where the charts of AWS have it among their values, else nil.
func clusterInValues(values *model.Value) *model.Value {
	for _, place := range [][]any{{"clusterName"}, {"settings", "clusterName"}, {"settings", "aws", "clusterName"}} {
		if name := values.Get(place...); name != nil && name.Text != "" {
			return name
		}
	}
	return nil
}

// given returns v, nil for an empty text, which the Helm provider takes for none.
func given(v *model.Value) *model.Value {
	if v != nil && v.Kind == model.String && v.Text == "" {
		return nil
	}
	return v
}

// releaseValues merges the values among the arguments of a helm_release, or of a module that passes them on to one, in the provider's order.
func releaseValues(arguments *model.Value) *chartValues {
	values := newValues()
	if arguments == nil {
		return values
	}
	if arguments.Kind == model.Unknown || arguments.Open {
		values.open()
	}
	values.addTexts(arguments.Get("values"))
	for _, key := range []string{"set", "set_list", "set_sensitive"} {
		values.addSets(arguments.Get(key))
	}
	if arguments.Get("set_wo") != nil {
		values.open()
	}
	return values
}
