package manifests

import (
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// kustomization reads Flux's Kustomization.
func (m *reader) kustomization(o *model.Resource) {
	spec := o.Value.Get("spec")
	build := spec.Get("postBuild")
	if !build.IsMap() || spec.Str("path") == "" {
		return
	}
	m.noted++
	m.Builds = append(m.Builds, &survey.FluxBuild{
		File: strings.Clone(m.file.Path), Path: strings.Clone(path.Clean(strings.TrimPrefix(spec.Str("path"), "/"))),
		Substitute: written(survey.Short(build.Get("substitute"))), From: written(survey.Short(build.Get("substituteFrom"))),
	})
}

// variables reads a ConfigMap of variables: short texts under names that can be one.
func (m *reader) variables(o *model.Resource) {
	const most = 200
	data := o.Value.Get("data")
	if !data.IsMap() || o.Name == "" || len(data.Entries) > most {
		return
	}
	kept := model.NewMap()
	for _, e := range data.Entries {
		if variableName().MatchString(e.Key.Text) && len(e.Value.Text) < most {
			kept.Entries = append(kept.Entries, &model.Entry{Key: survey.Short(e.Key), Value: survey.Short(e.Value)})
		}
	}
	if len(kept.Entries) == 0 {
		return
	}
	m.noted++
	m.Variables = append(m.Variables, &survey.VariablesMap{File: strings.Clone(m.file.Path), Name: strings.Clone(o.Name), Data: kept})
}

var variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// written returns v, nil for null, which stands for a field that is not written.
func written(v *model.Value) *model.Value {
	if v != nil && v.Kind == model.Null {
		return nil
	}
	return v
}
