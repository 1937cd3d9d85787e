package units

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// IsNested reports whether the object is a value inside another document of manifests, such as an extra object in the values of a chart.
func (u *Unit) IsNested() bool { return u.Block == nil && len(u.Res.Path) > 0 && !isListed(u.Res.Path) }

// IsInside reports whether the object is inside another document of manifests, as a value or in a text.
func (u *Unit) IsInside() bool { return u.Block == nil && u.Around != nil || u.IsNested() }

// isListed reports whether a path is that of an item of a List.
func isListed(path []any) bool { return len(path) == 2 && path[0] == "items" }

// Objects returns the objects of a document, also those inside other values.
func Objects(doc *model.Document) []*model.Resource {
	return append(yaml.Resources(doc), yaml.Nested(doc, isKarpenter)...)
}

// isKarpenter reports whether an object is one of Karpenter's, and no patch in an object of Flux.
func isKarpenter(r *model.Resource) bool {
	return facts.IsKarpenter(r.Group()) && !slices.ContainsFunc(r.Path, func(step any) bool { return step == "patchesStrategicMerge" })
}

// withInner returns the units of a document, with a unit for each object of Karpenter inside others. Those others are without it.
func withInner(doc *model.Document) []*Unit {
	units := OfDocument(doc)
	if filetype.IsKustomization(doc.File.Path) || !bytes.Contains(doc.File.Data[doc.Span.Start:doc.Span.End], []byte("karpenter")) {
		return units // a patch is converted with its base
	}
	inner := map[*model.Value]bool{}
	var texts []*Unit
	for _, u := range units {
		if u.Res.Kind != "ConfigMap" {
			continue
		}
		for _, v := range u.Res.Value.Get("data").Children() {
			documents := documentsIn(doc, v)
			inner[v] = len(documents) > 0
			texts = append(texts, documents...)
		}
	}
	var nested []*Unit
	for _, res := range yaml.Nested(doc, isKarpenter) {
		inner[res.Value] = true
		nested = append(nested, &Unit{Doc: doc, Res: res})
	}
	for _, u := range units {
		rest := *u.Res
		rest.Value = rest.Value.Rewrite(func(v *model.Value) (*model.Value, bool) {
			if inner[v] {
				return &model.Value{Kind: model.Null, Span: v.Span, Dash: v.Dash}, false
			}
			return v, true
		})
		u.Res = &rest
	}
	return append(append(texts, units...), nested...)
}

// documentsIn returns the units of a text that is documents with an object of Karpenter; nil for any other text. A template in it is one of another
// program, or of the chart around it.
func documentsIn(around *model.Document, text *model.Value) (units []*Unit) {
	body, ok := yaml.TextBody(around.File.Data, text)
	data := around.File.Data[body.Start:body.End]
	if !ok || !bytes.Contains(data, []byte("karpenter")) || bytes.Contains(data, []byte("{{")) {
		return nil
	}
	isRead, isMeant := true, false
	yaml.Embedded(around.File, body, func(doc *model.Document, err *yaml.ParseError) bool {
		if isRead = err == nil && (doc.Root == nil || doc.Root.IsMap()); !isRead {
			return false
		}
		for _, u := range OfDocument(doc) {
			u.Around, u.Body = around, body
			isMeant = isMeant || isKarpenter(u.Res) && yaml.IsWhole(u.Res.Value)
			units = append(units, u)
		}
		return true
	})
	if !isRead || !isMeant {
		return nil
	}
	for _, u := range units {
		u.Count = len(units)
	}
	return units
}
