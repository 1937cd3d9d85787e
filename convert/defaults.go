package convert

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// absentOptions writes out what the alpha API took absent metadataOptions for, where v1beta1 of the target fills in something else:
// a hop limit of 1 in 1.0. The step to v1 sees to it for v1.
func absentOptions(o *object) {
	if o.opts.To != V1Beta1 || o.get("spec", "metadataOptions") != nil {
		return
	}
	class := o.facts.Kinds[1].To
	filled, _ := o.defaults.Value(class.APIVersion, class.Kind, "spec.metadataOptions", o.target).(map[string]any)
	meant, _ := o.defaults.AlphaValue(o.facts.Kinds[1].From.Kind, "spec.metadataOptions").(map[string]any)
	options := model.NewMap()
	var written []string
	for _, field := range slices.Sorted(maps.Keys(meant)) {
		if meant[field] != filled[field] {
			value := factValue(meant[field])
			options.Entries = append(options.Entries, model.NewEntry(field, value))
			written = append(written, field+": "+value.Text)
		}
	}
	if len(written) == 0 {
		return
	}
	o.set(optionsPath, options)
	o.info(optionsPath, seeDefaults, "without metadataOptions the alpha API took %s, and v1beta1 of Karpenter %s fills in another value; written out", strings.Join(written, ", "), o.opts.KarpenterVersion)
}
