package manifests

import (
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// readDeployment reads a controller of Karpenter that plain manifests install, such as the output of helm template.
func (m *reader) readDeployment(o *model.Resource) {
	steps := []any{"spec", "template", "spec", "containers"}
	for i, container := range o.Value.List(steps...) {
		image := container.Get("image")
		if image == nil {
			continue
		}
		isController := func(image *model.Value) bool {
			return (image.IsString() || image.IsUnknown()) && survey.ParseImage(image.Text).IsController(container)
		}
		if slices.ContainsFunc(alternatives(image), isController) {
			m.addController(o, container, model.Join(o.Path, append(steps, i)...))
			return
		}
	}
}

// addController adds the installation of the controller that a container runs. place is the path of the container.
func (m *reader) addController(o *model.Resource, container *model.Value, place []any) {
	r := survey.New(survey.Installation, o.Address())
	r.Set("name", o.Value.Get("metadata", "name"))
	r.Set("namespace", o.Value.Get("metadata", "namespace"))
	r.SetText("karpenter", survey.ControllerRole)
	r.SetImage(container.Get("image"))
	r.Locate("image", place, "image")
	r.SetText("via", survey.ViaDeployment)
	r.SetText("gate", templateGate(m.doc.File.Data[:o.Value.Span.Start]))
	r.Set("values", environmentValues(container))
	r.Locate("values.controller.env", place, "env")
	m.add(r, o.Value)
}

// environmentValues returns the environment of the container as the chart's value controller.env. The maps are open, because the
// manifest does not show the other values that it was rendered with.
func environmentValues(container *model.Value) *model.Value {
	controller, values := model.NewMap(), model.NewMap()
	if env := container.Get("env"); survey.IsGiven(env) {
		controller.Entries = append(controller.Entries, model.NewEntry("env", env))
	}
	controller.Open, values.Open = true, true
	values.Entries = append(values.Entries, model.NewEntry("controller", controller))
	return values
}
