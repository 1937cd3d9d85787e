package runbook

import (
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// places finds the lines of values.
type places struct {
	files fileset.Files
	known map[string]*model.File // by path
}

// of returns the place of a value of a resource.
func (p *places) of(r *survey.Resource, v *model.Value) Place {
	file := r.File
	if v.Origin != nil && v.Origin.File != nil {
		file = v.Origin.File
	}
	if file == nil {
		return Place{}
	}
	return p.locate(file, v.Span.Start)
}

// locate returns the place of an offset of a file.
func (p *places) locate(file *model.File, offset int) Place {
	document := p.known[file.Path]
	if document == nil {
		data, err := p.files.ReadFile(file.Path)
		if err != nil {
			return Place{File: file.Path}
		}
		document = model.NewFile(file.Path, data)
		p.known[file.Path] = document
	}
	return Place{file.Path, document.Position(min(offset, len(document.Data))).Line}
}
