package rootmodule

import (
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// release reads a helm_release.
func (t *reader) release(block *terraform.Resource) {
	r := t.resource(survey.Installation, block, "")
	v := block.Value
	take(r, block, "name", "namespace")
	r.SetChart(v.Get("chart"), v.Get("repository"))
	r.PinVersion(given(v.Get("version")))
	r.SetText("via", "helm_release")
	take(r, block, "skip_crds", "force_update", "wait")
	values := releaseValues(v)
	r.SetValues(values)
	setGate(r, block)
	for _, key := range []string{"chart", "repository", "version"} {
		r.Locate(key, block.Path, key)
	}
	setWaits(r, block)
	if block.Source != nil && block.Source.Document != nil {
		t.written[r] = block.Source.Document.Root.Get(block.Path...)
	}
	t.links = append(t.links, clusterLink{resource: r, name: clusterInValues(values.Root)})
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
func releaseValues(arguments *model.Value) *helm.Values {
	values := helm.NewValues()
	if arguments == nil {
		return values
	}
	if arguments.Kind == model.Unknown || arguments.Open {
		values.Open()
	}
	values.AddTexts(arguments.Get("values"))
	for _, key := range []string{"set", "set_list", "set_sensitive"} {
		values.AddSets(arguments.Get(key))
	}
	if arguments.Get("set_wo") != nil {
		values.Open()
	}
	return values
}
