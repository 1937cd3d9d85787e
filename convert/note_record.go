package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Level of a Note.
type Level string

// The levels: an info is for the reader, a warning asks for a look, a decision cannot be
// converted without a person and makes the exit code 1.
const (
	Info     Level = "info"
	Warning  Level = "warning"
	Decision Level = "decision"
)

// Note tells a person something about the conversion of one object.
type Note struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // 1-based, in the file before the conversion
	Object  string `json:"object"` // "Provisioner default"
	Path    string `json:"path"`   // "spec.launchTemplate"
	Level   Level  `json:"level"`
	Message string `json:"message"` // the fact, then what to do
	See     string `json:"see"`     // a link to Karpenter's documentation, or ""
	// Preview says that the note tells of a change that is in After and not in Written.
	Preview bool `json:"-"`
}

// note is a Note of an object under conversion, with what code asks about it.
type note struct {
	Note
	place []any // of Path
	holds bool  // the object stays as it is with --write until somebody decides
	// format and args are those of Message.
	format string
	args   []any
}

// publicNotes returns what users see of notes.
func publicNotes(notes []note) []Note {
	public := make([]Note, len(notes))
	for i, n := range notes {
		public[i] = n.Note
	}
	return public
}

// moveTo makes the note one about another place.
func (n *note) moveTo(place []any) { n.place, n.Path = place, model.PathText(place) }

// reporter adds notes to an object that point at one page of Karpenter's documentation.
type reporter struct {
	object *recorded
	page   string
}

// see returns a reporter for a page. Without one, a note points at the page about its field.
func (o *recorded) see(page string) reporter { return reporter{o, page} }

// info adds a note for the reader about the place path.
func (o *recorded) info(path []any, format string, args ...any) {
	o.see("").info(path, format, args...)
}

// warn adds a note that asks for a look.
func (o *recorded) warn(path []any, format string, args ...any) {
	o.see("").warn(path, format, args...)
}

// decide leaves something to a person, and holds the object back until then.
func (o *recorded) decide(path []any, format string, args ...any) {
	o.see("").decide(path, format, args...)
}

// info is Object.info with the page.
func (r reporter) info(path []any, format string, args ...any) {
	r.add(Info, note{place: path, format: format, args: args})
}

// warn is Object.warn with the page.
func (r reporter) warn(path []any, format string, args ...any) {
	r.add(Warning, note{place: path, format: format, args: args})
}

// decide is Object.decide with the page.
func (r reporter) decide(path []any, format string, args ...any) {
	r.add(Decision, note{place: path, format: format, args: args, holds: true})
}

// ask leaves something to a person that the converted object shows as well, such as a placeholder: it holds nothing back.
func (r reporter) ask(path []any, format string, args ...any) {
	r.add(Decision, note{place: path, format: format, args: args})
}

// add completes a note and adds it. A note about a new object goes to the object of whose part that is made.
func (r reporter) add(level Level, n note) {
	o, home, page := r.object, r.object.home(), r.page
	line, place := o.line(n.place), n.place
	if o.madeOf != nil {
		place = model.Join(o.madeOf.path, place[min(1, len(place)):]...) // which the part has instead of spec
	}
	if page == "" {
		page = seeField(home.res, place)
	}
	for i, arg := range n.args {
		if text, isText := arg.(string); isText {
			n.args[i] = shortened(text)
		}
	}
	n.Note = Note{
		File: home.res.Document.File.Path, Line: line, Object: home.name, Level: level, See: page, Message: fmt.Sprintf(n.format, n.args...),
	}
	n.moveTo(place)
	home.notes = append(home.notes, n)
}

// held says whether a note holds the object back.
func (o *recorded) held() bool {
	return slices.ContainsFunc(o.notes, func(n note) bool { return n.holds })
}

// shortened returns a text for people on one line: an expression of Terraform may have many.
func shortened(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + " …"
	}
	return text
}
