package manifests

import (
	"iter"
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// reader collects the resources of one document.
type reader struct {
	doc    *model.Document
	file   *model.File
	files  terraform.Files // nil if no other file can be read
	number int
	count  int // counts observations, for unique IDs

	variants iter.Seq[*survey.Resource] // of the installations, with other values; nil if there are none
	survey.Observations
}

// add appends a resource with the place of the object it comes from.
func (m *reader) add(res *survey.Resource, place *model.Value) *survey.Resource {
	m.identify(res, place)
	m.Resources = append(m.Resources, res)
	return res
}

// identify sets the ID and the place of a resource. For an installation it also reads the settings in its values.
func (m *reader) identify(res *survey.Resource, place *model.Value) {
	res.ID = res.Kind + " " + m.file.Path + ":" + strconv.Itoa(m.number) + ":" + strconv.Itoa(m.count) + " " + res.Address
	m.count++
	res.File, res.Document = m.file, m.number
	res.Value.Span = place.Span
	res.Value.SetProps(place.Props())
	if res.Kind == survey.Installation {
		res.Default = survey.DefaultOf(res)
		res.Settings = survey.ChartSettings(res, survey.PlaceText(res.Address, m.doc.File, place.Span.Start), nil)
	}
}
