package convert

import (
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// conversion is one file under conversion.
type conversion struct {
	*Converter
	survey *survey
	file   *model.File
	skip   map[units.ID]outcome // objects that stay as they are
	result

	doc     *model.Document // the document that pending belongs to
	pending []*pending
	edits   []edit.Edit
	inText  bool // the object at hand is in a text of another document
}

// result is the outcome for a file, with the outcomes of its objects.
type result struct {
	File
	outcomes []outcome // one for each of Objects
}

// outcome is the result for one object.
type outcome struct {
	units.ID
	place   string // "pools.yaml:12"
	name    string // "Provisioner default"
	line    int
	blocked bool // an open decision holds it back
	edits   int  // 0: nothing changes
	notes   span // its notes, while they are in the order of the objects

	holds int // how many others stay because of it
}

// span is a half-open range of indices.
type span struct{ from, to int }

// pending is an object of the current document whose edits are not planned yet.
type pending struct {
	*object
	outcome int // index in outcomes
	site    *sites.Site
}

func (c *conversion) fail(message string) {
	c.Notes = append(c.Notes, record.Note{File: c.file.Path, Line: 1, Level: record.Decision, Message: message})
}
