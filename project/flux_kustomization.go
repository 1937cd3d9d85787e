package project

import (
	"path"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// kustomization reads Flux's Kustomization.
func (m *manifestReader) kustomization(o *model.Resource) {
	spec := o.Value.Get("spec")
	build := spec.Get("postBuild")
	if !build.IsMap() || spec.Str("path") == "" {
		return
	}
	m.noted++
	m.builds = append(m.builds, &fluxBuild{
		file: strings.Clone(m.file.Path), path: strings.Clone(path.Clean(strings.TrimPrefix(spec.Str("path"), "/"))),
		substitute: written(short(build.Get("substitute"))), from: written(short(build.Get("substituteFrom"))),
	})
}

// variables reads a ConfigMap of variables: short texts under names that can be one.
func (m *manifestReader) variables(o *model.Resource) {
	const most = 200
	data := o.Value.Get("data")
	if !data.IsMap() || o.Name == "" || len(data.Entries) > most {
		return
	}
	kept := model.NewMap()
	for _, e := range data.Entries {
		if variableName().MatchString(e.Key.Text) && len(e.Value.Text) < most {
			kept.Entries = append(kept.Entries, &model.Entry{Key: short(e.Key), Value: short(e.Value)})
		}
	}
	if len(kept.Entries) == 0 {
		return
	}
	m.noted++
	m.Observations.variables = append(m.Observations.variables, &variablesMap{strings.Clone(m.file.Path), strings.Clone(o.Name), kept})
}

var variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// written returns v, nil for null, which stands for a field that is not written.
func written(v *model.Value) *model.Value {
	if v != nil && v.Kind == model.Null {
		return nil
	}
	return v
}
