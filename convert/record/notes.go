package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/model"
)

// Level is the urgency of a Note.
type Level string

// An info only informs, a warning should be reviewed, and a decision stops the conversion until a person decides. A decision makes
// the exit code 1.
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
	// About is a word by which code distinguishes notes: AboutDone, AboutReplaced, a word of the caller, "" for none.
	About string `json:"-"`
	// Answer is the place of the glob whose answer the note names; "" for any other note.
	Answer string `json:"-"`
	// Assumed is the assumption that the note is about; nil for any other note.
	Assumed *Assumption `json:"-"`
}

// The values of Note.About.
const (
	AboutDone     = "done"     // a change of a chart that was made and should be reviewed
	AboutReplaced = "replaced" // Terraform replaces the resource that applies the object
)

// Place is a line of a file.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"` // 1-based
}

// String returns the place for messages: "values.yaml:12".
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Entry is a Note on an object under conversion, with details for code.
type Entry struct {
	Note
	Place []any // Path in steps
	Holds bool  // with --write the object stays as it is until a person decides
	// Refused is true if the API server also rejects the original object for the same reason.
	Refused bool
	// format and args make Message.
	format string
	args   []any
}

// PublicNotes returns the Notes of entries.
func PublicNotes(notes []Entry) []Note {
	public := make([]Note, len(notes))
	for i, n := range notes {
		public[i] = n.Note
	}
	return public
}

// MoveTo moves the note to another place.
func (n *Entry) MoveTo(place []any) { n.Place, n.Path = place, model.PathText(place) }

// Excuse turns a decision into a warning with another message, which stops nothing.
func (n *Entry) Excuse(message string) { n.Level, n.Holds, n.Message = Warning, false, message }

// Reporter adds notes that link to one page of Karpenter's documentation.
type Reporter struct {
	object *Object
	page   string
	about  string
	answer string
}

// See returns a reporter for a page. If page is "", notes link to the page about their field.
func (o *Object) See(page string) Reporter { return Reporter{object: o, page: page} }

// About returns the reporter for notes that are about something; see Note.About.
func (r Reporter) About(word string) Reporter {
	r.about = word
	return r
}

// Answer returns the reporter for the note that names an answer; glob is the place of its glob.
func (r Reporter) Answer(glob string) Reporter {
	r.answer = glob
	return r
}

// Info adds a note that only informs.
func (o *Object) Info(path []any, format string, args ...any) {
	o.See("").Info(path, format, args...)
}

// Warn adds a note that a person should review.
func (o *Object) Warn(path []any, format string, args ...any) {
	o.See("").Warn(path, format, args...)
}

// Decide adds a decision: the object is not converted until a person makes it.
func (o *Object) Decide(path []any, format string, args ...any) {
	o.See("").Decide(path, format, args...)
}

// Assume adds a note about an assumption. It is a warning if other values are possible, and otherwise only informs.
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

// Refuse is like Decide, for a mistake that the API server rejects in the original object too.
func (r Reporter) Refuse(path []any, format string, args ...any) {
	r.add(Decision, Entry{Place: path, format: format, args: args, Holds: true, Refused: true})
}

// Ask adds a decision that does not stop the conversion, because the converted object shows the missing value, for example by a
// placeholder.
func (r Reporter) Ask(path []any, format string, args ...any) {
	r.add(Decision, Entry{Place: path, format: format, args: args})
}

// Assumption is a fact that holds for every value in the repository, although the value itself is unknown.
type Assumption struct {
	Fact      string  // ".Values.requirements has no kubernetes.io/arch"
	Values    []Place // the places of the values; at least one
	Published bool    // nothing in the repository installs the chart or calls the module, so others may use other values
}

// Assume is like Object.Assume, with the page of the reporter.
func (r Reporter) Assume(path []any, a Assumption) {
	level, elsewhere := Info, ""
	if a.Published {
		level, elsewhere = Warning, "; where others use it with other values, they have to check this"
	}
	r.add(level, Entry{
		Note: Note{Assumed: &a}, Place: path,
		format: "assumes that %s, as in %s%s", args: []any{a.Fact, PlacesText(a.Values), elsewhere},
	})
}

// PlacesText lists places for messages: "values.yaml:12, values-prod.yaml:9 and 3 more".
func PlacesText(places []Place) string {
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

// add completes a note and adds it. A note about a new object is added to the object that the new one is made of.
func (r Reporter) add(level Level, n Entry) {
	o, home, page, asked := r.object, r.object.Original(), r.page, n.Place
	line, place := o.Line(n.Place), n.Place
	if o.MadeOf != nil {
		place = model.Join(o.MadeOf.Path, place[min(1, len(place)):]...) // the part has this path instead of spec
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
		Assumed: n.Assumed, About: r.about, Answer: r.answer,
	}
	if answer := o.AnswerAt(asked); answer != "" && level == Decision {
		n.Message += " (" + answer + ")"
	}
	n.MoveTo(place)
	home.Notes = append(home.Notes, n)
}

// IsHeld reports whether a note stops the conversion of the object.
func (o *Object) IsHeld() bool {
	return slices.ContainsFunc(o.Notes, func(n Entry) bool { return n.Holds })
}

// IsDecided reports whether a decision about a place is left to a person already.
func (o *Object) IsDecided(path []any) bool {
	return slices.ContainsFunc(o.Notes, func(n Entry) bool { return n.Level == Decision && slices.Equal(n.Place, path) })
}

// AnswerAt returns the note that names the answer which was written at a place, or above it; "" if there is none.
func (o *Object) AnswerAt(place []any) string {
	home := o.Original()
	if o.MadeOf != nil && len(place) > 0 {
		place = model.Join(o.MadeOf.Path, place[1:]...)
	}
	for _, n := range home.Notes {
		if n.Answer != "" && len(n.Place) <= len(place) && slices.Equal(n.Place, place[:len(n.Place)]) {
			return n.Message
		}
	}
	return ""
}

// Shortened returns a text on one line, for messages: an expression of Terraform may have several.
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

// AdoptNotes adds the notes of inner to o. inner is written in the text v at path, or is v itself.
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
