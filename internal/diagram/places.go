package diagram

import (
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// places finds the lines of resources.
type places struct {
	files fileset.Files
	known map[string]*model.File // by path; nil for a file that cannot be read
}

// extentOf returns the lines of the block or object that a resource comes from.
func (p *places) extentOf(r *survey.Resource) extent {
	file := r.File.Path
	if origin := r.Value.Origin; origin != nil && origin.File != nil {
		file = origin.File.Path
	}
	text := p.read(file)
	if text == nil {
		return extent{file: file}
	}
	end := min(r.Value.Span.End, len(text.Data))
	return extent{file, text.Position(min(r.Value.Span.Start, end)).Line, text.Position(end).Line}
}

func (p *places) read(file string) *model.File {
	text, isKnown := p.known[file]
	if !isKnown {
		if data, err := p.files.ReadFile(file); err == nil {
			text = model.NewFile(file, data)
		}
		p.known[file] = text
	}
	return text
}
