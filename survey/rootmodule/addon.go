package rootmodule

import (
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
)

// readAddon reads an aws_eks_addon.
func (t *reader) readAddon(block *terraform.Resource) {
	v := block.Value
	r := t.addResource(survey.Addon, block, "")
	r.Set("name", v.Get("addon_name"))
	r.Set("version", v.Get("addon_version"))
	r.Set("configuration", configuration(v.Get("configuration_values")))
	r.SetText("via", "aws_eks_addon")
	r.Locate("version", block.Path, "addon_version")
	r.Locate("configuration", block.Path, "configuration_values")
	r.Locate("depends_on", block.Path, "depends_on")
	t.links = append(t.links, clusterLink{resource: r, name: v.Get("cluster_name")})
}

// readAddons reads an argument of a module that maps names to add-ons.
func (t *reader) readAddons(block *terraform.Resource, argument string, cluster *survey.Resource, clusterName *model.Value) {
	addons := block.Value.Get(argument)
	if !addons.IsMap() {
		return
	}
	for _, e := range addons.Entries {
		if e.Key.Kind == model.Unknown || e.Value.Kind == model.Null {
			continue
		}
		r := t.addResource(survey.Addon, block, "."+argument+"["+strconv.Quote(e.Key.Text)+"]")
		if name := e.Value.Get("name"); name != nil {
			r.Set("name", name)
		} else {
			r.Set("name", keyName(e.Key, block))
		}
		r.Set("version", modulecall.Field(e.Value, "addon_version"))
		r.Set("configuration", configuration(modulecall.Field(e.Value, "configuration_values")))
		r.SetText("via", block.Kind)
		if path := writtenMap(block, e.Value, argument, e.Key.Text); path != nil {
			r.Locate("version", path, "addon_version")
			r.Locate("configuration", path, "configuration_values")
		}
		t.links = append(t.links, clusterLink{resource: r, cluster: cluster, name: clusterName})
	}
}

// keyName returns a key as a name, at the place of the key.
func keyName(key *model.Value, block *terraform.Resource) *model.Value {
	name := model.NewString(key.Text)
	name.Span, name.Origin = key.Span, key.Origin
	if name.Origin == nil {
		name.Origin = &model.Origin{File: block.File, Computed: true}
	}
	return name
}

// configuration decodes configuration_values to a map. It returns nil for an absent or empty text, and Unknown for a text that is
// not a map.
func configuration(text *model.Value) *model.Value {
	if nilIfEmpty(text).IsAbsent() {
		return nil
	}
	if text.Kind == model.Map {
		return text
	}
	documents := yaml.TextDocuments(text)
	if len(documents) != 1 || !documents[0].Root.IsMap() {
		return model.NewUnknown(text.Text).PlacedAt(text)
	}
	return documents[0].LocatedRoot()
}
