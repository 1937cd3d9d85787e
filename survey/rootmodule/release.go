package rootmodule

import (
	"path"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// readRelease reads a helm_release.
func (t *reader) readRelease(block *terraform.Resource) {
	r := t.addResource(survey.Installation, block, "")
	v := block.Value
	addAttributes(r, block, "name", "namespace")
	r.SetChart(v.Get("chart"), v.Get("repository"))
	r.PinVersion(nilIfEmpty(v.Get("version")))
	r.SetText("via", "helm_release")
	addAttributes(r, block, "skip_crds", "force_update", "wait")
	values := releaseValues(v)
	r.SetValues(values)
	setGate(r, block)
	for _, key := range []string{"chart", "repository", "version"} {
		r.Locate(key, block.Path, key)
	}
	setWaits(r, block)
	if r.Role() != "" {
		setSyntax(r, block, t.helm)
	}
	if block.Source != nil && block.Source.Document != nil {
		t.written[r] = block.Source.Document.Root.Get(block.Path...)
	}
	t.links = append(t.links, clusterLink{resource: r, name: survey.ClusterInValues(values.Root)})
	t.addLocalRelease(r, block)
}

// addLocalRelease records that a helm_release installs the chart in a directory.
func (t *reader) addLocalRelease(r *survey.Resource, block *terraform.Resource) {
	home, chart := r.Value.Str("repository"), r.Value.Str("chart")
	if home == "" || chart == "" || !survey.IsLocalChart(r.Value.Get("repository")) {
		return
	}
	user := r.AsUser()
	user.SetText("installed_from", t.root.Dir)
	user.File = block.File
	use := &survey.ChartUse{Dir: path.Join(home, chart), Resource: user}
	if block.File != nil {
		use.Given = survey.GivenBy(r, block.File, block.Value)
	}
	t.uses = append(t.uses, use)
}

// nilIfEmpty returns v, or nil for an empty text, because the Helm provider treats that as absent.
func nilIfEmpty(v *model.Value) *model.Value {
	if v.IsString() && v.Text == "" {
		return nil
	}
	return v
}

// releaseValues merges the values among the arguments of a helm_release, or of a module that passes them to one, in the order of
// the provider.
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
		values.AddSets(arguments.Get(key), "")
	}
	if arguments.Get("set_wo") != nil {
		values.Open()
	}
	return values
}
