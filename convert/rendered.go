package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// checkValues reports a converted object whose template would render something else than the conversion of the rendered object.
func (c *conversion) checkValues(o *object) {
	if o.IsHeld() || o.MadeOf != nil || o.fromValues() != nil {
		return
	}
	if helm.ChartOf(o.Source.Path) == "" {
		return // no template of a chart
	}
	renderer := &charts.Renderer{Charts: c.charts, Template: o.Source, Document: o.Res.Document, Except: o.AsRendered}
	if o.selection != nil {
		renderer.Blocks, renderer.Branches = o.selection.blocks, o.selection.branches
	}
	for _, use := range []*charts.Use{o.List, o.Disruption} {
		if use != nil && use.Refused == "" { // the values are converted instead
			renderer.Except = append(renderer.Except, o.Before.Get(use.Part...))
		}
	}
	for rendering := range renderer.Renderings(o.Before) {
		if c.checkRendering(o, rendering); o.IsHeld() {
			return
		}
	}
	for unset, rendering := range renderer.Unset(o.Before) {
		c.checkUnset(o, unset, rendering)
	}
}

// checkRendering checks one way to render an object.
func (c *conversion) checkRendering(o *object, r *charts.Rendering) {
	of := c.convertRendering(o, r)
	if path, differs := r.Difference(o.Res.Value, of.Res.Value); differs {
		o.Decide(path, "the values in %s and the converted template have different results%s; change the value, or convert the object by hand", r.File,
			reasonIn(of.Notes, path))
		return
	}
	for _, n := range of.Notes {
		isNoted := func(existing record.Entry) bool {
			return existing.Level == record.Decision && slices.Equal(existing.Place, n.Place)
		} // the placeholder of a role holds nothing back
		if n.Level == record.Decision && !slices.ContainsFunc(o.Notes, isNoted) {
			n.Holds = true
			n.Message = fmt.Sprintf("with the values of %s: %s", r.File, n.Message)
			o.Notes = append(o.Notes, n)
			return
		}
	}
}

// checkUnset reports a template that is null, because nothing sets its value, if null means something else in the new API. Where others may install
// the chart, they may set the value.
func (c *conversion) checkUnset(o *object, unset *model.Value, r *charts.Rendering) {
	of := c.convertRendering(o, r)
	path, differs := r.Difference(o.Res.Value, of.Res.Value)
	if !differs {
		return
	}
	report := o.Warn
	if c.charts.IsInstalled(o.Source) {
		report = o.Decide
	}
	reason := reasonIn(of.Notes, path)
	if fact, _, hasRemedy := strings.Cut(reason, ";"); hasRemedy {
		reason = fact + ")"
	}
	at, _ := values.PathTo(o.Before, unset)
	report(at, "%s is null with the values of %s, which means something else in %s%s; set the value", values.TemplateText(o.Res.Document, unset),
		r.File, c.To, reason)
	o.Notes[len(o.Notes)-1].Line = o.LineOf(r.Null.Start) // the conversion may have moved it
}

// convertRendering converts one way to render an object.
func (c *conversion) convertRendering(o *object, r *charts.Rendering) *object {
	res := *o.Res
	res.Value = r.Object
	res.APIVersion, res.Kind = res.Value.Str("apiVersion"), res.Value.Str("kind")
	of := c.object(&res, o.survey, o.ID)
	of.Source = o.Source
	mark := c.kubelets.Mark()
	c.takeSteps(of)
	c.kubelets.ForgetSince(mark) // the object itself has said it
	return of
}

// reasonIn returns the message about the field at a path, which may be below another one before the conversion.
func reasonIn(notes []record.Entry, path []any) string {
	if len(path) == 0 {
		return ""
	}
	key, isKey := path[len(path)-1].(string)
	for _, n := range notes {
		if isKey && len(n.Place) > 0 && slices.Contains(n.Place[1:], any(key)) {
			return " (" + n.Message + ")"
		}
	}
	return ""
}
