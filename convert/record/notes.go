package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
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
	Message string `json:"message"` // the fact, then a remedy
	See     string `json:"see"`     // a link to Karpenter's documentation, or ""
	// Assumed is what the conversion takes for granted, which is what the note says; nil for a note about something else.
	Assumed *Assumption `json:"-"`
	// Preview is true for a note about a change that is in After and not in Written.
	Preview bool `json:"-"`
}

// Place is a line of a file.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"` // 1-based
}

// String returns the place for people: "values.yaml:12".
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Entry is a Note of an object under conversion, with properties for code.
type Entry struct {
	Note
	Place []any // of Path
	Holds bool  // the object stays as it is with --write until somebody decides
	// Refused: the API that the object is of refuses it for what the note is about.
	Refused bool
	// format and args are those of Message.
	format string
	args   []any
}

// PublicNotes returns notes as users see them.
func PublicNotes(notes []Entry) []Note {
	public := make([]Note, len(notes))
	for i, n := range notes {
		public[i] = n.Note
	}
	return public
}

// MoveTo changes the place of the note.
func (n *Entry) MoveTo(place []any) { n.Place, n.Path = place, model.PathText(place) }

// Excuse makes a decision a warning with another message, which holds nothing back.
func (n *Entry) Excuse(message string) { n.Level, n.Holds, n.Message = Warning, false, message }

// Reworded returns the message with other words for a text in its arguments, "" where none of them has the text.
func (n *Entry) Reworded(text, words string) string {
	args, named := slices.Clone(n.args), false
	for i, arg := range args {
		if value, isText := arg.(string); isText && strings.Contains(value, text) {
			args[i], named = strings.ReplaceAll(value, text, words), true
		}
	}
	if !named {
		return ""
	}
	return fmt.Sprintf(n.format, args...)
}

// Reporter adds notes to an object that point at one page of Karpenter's documentation.
type Reporter struct {
	object *Object
	page   string
}

// See returns a reporter for a page. Without one, a note points at the page about its field.
func (o *Object) See(page string) Reporter { return Reporter{o, page} }

// Info adds a note for the reader about the place path.
func (o *Object) Info(path []any, format string, args ...any) {
	o.See("").Info(path, format, args...)
}

// Warn adds a note that a person should review.
func (o *Object) Warn(path []any, format string, args ...any) {
	o.See("").Warn(path, format, args...)
}

// Decide leaves something to a person, and holds the object back until then.
func (o *Object) Decide(path []any, format string, args ...any) {
	o.See("").Decide(path, format, args...)
}

// Assume notes what the conversion takes for granted about an unknown value: for the reader, or as a warning where values may be unknown.
func (o *Object) Assume(path []any, a Assumption) { o.See("").Assume(path, a) }

// Info is like Object.Info, with the page of the reporter.
func (r Reporter) Info(path []any, format string, args ...any) {
	r.add(Info, Entry{Place: path, format: format, args: args})
}

// Warn is like Object.Warn, with the page of the reporter.
func (r Reporter) Warn(path []any, format string, args ...any) {
	r.add(Warning, Entry{Place: path, format: format, args: args})
}

// Decide is like Object.Decide, with the page of the reporter.
func (r Reporter) Decide(path []any, format string, args ...any) {
	r.add(Decision, Entry{Place: path, format: format, args: args, Holds: true})
}

// Refuse is like Decide, for something for which the API that the object is of refuses it too.
func (r Reporter) Refuse(path []any, format string, args ...any) {
	r.add(Decision, Entry{Place: path, format: format, args: args, Holds: true, Refused: true})
}

// Ask adds a decision that does not hold the object back, because the converted object shows what is missing, such as a
// placeholder.
func (r Reporter) Ask(path []any, format string, args ...any) {
	r.add(Decision, Entry{Place: path, format: format, args: args})
}

// Assumption is something about an unknown value that holds for every value that the repository has.
type Assumption struct {
	Fact      string  // ".Values.requirements has no kubernetes.io/arch"
	Values    []Place // where the repository has the values; at least one
	Published bool    // nothing in the repository installs the chart or calls the module, so there may be other values elsewhere
}

// Assume is like Object.Assume, with the page of the reporter.
func (r Reporter) Assume(path []any, a Assumption) {
	level, elsewhere := Info, ""
	if a.Published {
		level, elsewhere = Warning, "; where others use it with other values, they have to check this"
	}
	r.add(level, Entry{
		Note: Note{Assumed: &a}, Place: path,
		format: "assumes that %s, as in %s%s", args: []any{a.Fact, placesText(a.Values), elsewhere},
	})
}

// placesText lists places: "values.yaml:12, values-prod.yaml:9 and 3 more".
func placesText(places []Place) string {
	const most = 3
	var texts []string
	for _, p := range places[:min(len(places), most)] {
		texts = append(texts, p.String())
	}
	if hidden := len(places) - most; hidden > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(texts, ", "), hidden)
	}
	if last := len(texts) - 1; last > 0 {
		return strings.Join(texts[:last], ", ") + " and " + texts[last]
	}
	return strings.Join(texts, "")
}

// add completes a note and adds it. A note about a new object goes to the object of whose part that is made.
func (r Reporter) add(level Level, n Entry) {
	o, home, page := r.object, r.object.Home(), r.page
	line, place := o.Line(n.Place), n.Place
	if o.MadeOf != nil {
		place = model.Join(o.MadeOf.Path, place[min(1, len(place)):]...) // which the part has instead of spec
	}
	if page == "" {
		page = pages.Of(home.Res, place)
	}
	for i, arg := range n.args {
		if text, isText := arg.(string); isText {
			n.args[i] = Shortened(text)
		}
	}
	n.Note = Note{
		File: home.Res.Document.File.Path, Line: line, Object: home.Name, Level: level, See: page, Message: fmt.Sprintf(n.format, n.args...),
		Assumed: n.Assumed,
	}
	n.MoveTo(place)
	home.Notes = append(home.Notes, n)
}

// IsHeld reports whether a note holds the object back.
func (o *Object) IsHeld() bool {
	return slices.ContainsFunc(o.Notes, func(n Entry) bool { return n.Holds })
}

// Shortened returns a text for people on one line: an expression of Terraform may have many.
func Shortened(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + " …"
	}
	return text
}

// AdoptNotes takes over the notes about an object in the text v at path, or about the object that v is itself.
func (o *Object) AdoptNotes(path []any, v *model.Value, inner *Object) {
	line, outer := o.LineOf(v.Span.Start), model.PathText(path)
	for _, n := range inner.Notes {
		switch {
		case IsCollection(v): // its lines are those of the file
		case v.Style == model.Literal:
			n.Line += line
		default:
			n.Line = line
		}
		n.File = o.Res.Document.File.Path
		n.Path = strings.TrimSuffix(outer+": "+n.Path, ": ")
		o.Notes = append(o.Notes, n)
	}
}
