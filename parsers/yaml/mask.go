package yaml

import (
	"bytes"
	"sort"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// masked is a file whose templates are replaced by filler of the same length: by a word
// among other text, by blanks on lines of their own.
type masked struct {
	source    []byte
	text      []byte
	templates []gotmpl.Template
	content   []contentLine
	scalars   []model.Span // the texts of block scalars
	structure []int        // offsets of the templates alone on a line, and of controls
	cuts      []int        // offsets of the lines where a named Go template starts, each followed by the offset after its end

	contents []model.Content           // of the document that is being read
	texts    map[*model.Value][]string // the templates that write each of its unknown values
}

// contentLine is a template alone on its line that writes entries or items, such as
// {{ toYaml .Values.labels | nindent 4 }}.
type contentLine struct {
	span   model.Span
	indent int // columns by which its output is indented
}

const (
	filler  = 'x'
	maxHead = 1024 // bytes of a line that are searched for the text before a template
)

// maskTemplates masks the templates in a text, and with shell also the expansions of a shell: $NAME, $(command).
func maskTemplates(source []byte, shell bool) *masked {
	m := &masked{source: source, text: source}
	m.templates = gotmpl.Find(source)
	if shell {
		m.templates = gotmpl.FindShell(source, m.templates)
	}
	if len(m.templates) == 0 {
		return m
	}
	m.text = bytes.Clone(source)
	for _, t := range m.templates {
		m.fill(t.Span, ' ')
	}
	lines := m.lines()
	for i := range lines {
		m.maskLine(&lines[i])
	}
	m.maskBlockScalars(lines)
	for i := range lines {
		m.addContent(&lines[i])
		m.maskHead(lines[i:])
	}
	sort.Slice(m.content, func(i, j int) bool { return m.content[i].span.Start < m.content[j].span.Start })
	m.cuts = m.findCuts(lines)
	return m
}

// fill overwrites a span with c, line breaks excepted.
func (m *masked) fill(s model.Span, c byte) {
	for i := s.Start; i < s.End; i++ {
		if m.text[i] != '\n' && m.text[i] != '\r' {
			m.text[i] = c
		}
	}
}

// line is a line of a file with templates.
type line struct {
	span      model.Span        // its line break excluded
	templates []gotmpl.Template // those that touch it
	alone     bool              // it contains nothing but templates, blanks and a comment
	blank     bool
	comment   bool
	indent    int  // of its first byte that is no blank
	inScalar  bool // it belongs to a block scalar
}

func (m *masked) lines() []line {
	var lines []line
	first := 0
	for i := len(bom(m.source)); i < len(m.source); {
		end := lineEnd(m.source, i)
		l := line{span: model.Span{Start: i, End: end - len(newlineOf(m.source[i:end]))}}
		for first < len(m.templates) && m.templates[first].Span.End <= i {
			first++
		}
		last := first
		for last < len(m.templates) && m.templates[last].Span.Start < l.span.End {
			last++
		}
		l.templates = m.templates[first:last]
		source, residue := m.source[l.span.Start:l.span.End], bytes.TrimLeft(m.text[l.span.Start:l.span.End], " \t")
		l.indent = len(source) - len(bytes.TrimLeft(source, " "))
		l.blank = len(bytes.TrimSpace(source)) == 0
		l.comment = bytes.HasPrefix(bytes.TrimSpace(source), []byte("#"))
		l.alone = len(l.templates) > 0 && isAlone(bytes.TrimSpace(source), bytes.TrimRight(residue, " \t"))
		lines = append(lines, l)
		i = end
	}
	return lines
}

// isAlone reports whether a line contains nothing but templates, blanks and a comment; residue is
// the line without its templates.
func isAlone(source, residue []byte) bool {
	if len(residue) == 0 || string(residue) == "---" {
		return true
	}
	return residue[0] == '#' && len(source) > 0 && source[0] != '#'
}

func newlineOf(l []byte) []byte {
	switch {
	case bytes.HasSuffix(l, []byte("\r\n")):
		return l[len(l)-2:]
	case bytes.HasSuffix(l, []byte("\n")):
		return l[len(l)-1:]
	}
	return nil
}

// maskLine replaces the templates that start on the line by words if the line contains other text.
// Templates that started on an earlier line stay blank.
func (m *masked) maskLine(l *line) {
	if l.alone {
		return
	}
	colon := bytes.IndexByte(m.text[l.span.Start:l.span.End], ':')
	blankEnd := -1 // the end of the last template that stays blank
	for _, t := range l.templates {
		if t.Span.Start < l.span.Start {
			continue
		}
		s := model.Span{Start: t.Span.Start, End: min(t.Span.End, l.span.End)}
		if head := m.text[l.span.Start:t.Span.Start]; len(head) < maxHead {
			if blankEnd >= 0 && len(bytes.Trim(m.text[blankEnd:t.Span.Start], lineBlanks)) == 0 || startsBlock(head) {
				blankEnd = t.Span.End
				continue // nothing may follow | or > on the line
			}
			if colon == len(head)-1 && m.followsKey(head, t) {
				s.Start++ // YAML requires a blank after the colon
			}
		}
		m.fill(s, filler)
	}
}

// lineBlanks are the blanks within a line.
const lineBlanks = " \t\r\f"

// startsBlock reports whether a line up to a template ends in the indicator of a block scalar and blanks. It reads backwards, because a line may
// have a thousand templates.
func startsBlock(head []byte) bool {
	indicator := bytes.TrimRight(head, lineBlanks)
	if len(indicator) == len(head) {
		return false
	}
	for range 2 {
		if n := len(indicator) - 1; n >= 0 && bytes.IndexByte([]byte("-+0123456789"), indicator[n]) >= 0 {
			indicator = indicator[:n]
		}
	}
	n := len(indicator) - 1
	if n < 0 || indicator[n] != '|' && indicator[n] != '>' {
		return false
	}
	before := bytes.TrimRight(indicator[:n], lineBlanks)
	return len(before) < n && (len(before) == 0 || bytes.HasSuffix(before, []byte(":")) || bytes.HasSuffix(before, []byte("-")))
}

var keyOnly = pattern.New(`^\s*(- +)*[^\s:#'"{\[]+:$`)

// followsKey reports whether t follows `key:` directly and its output starts with a line break.
func (m *masked) followsKey(head []byte, t gotmpl.Template) bool {
	return t.Open == "{{" && keyOnly().Match(head) && newlineFirst().Match(m.source[t.Span.Start:t.Span.End])
}

// addContent records the templates of the line that write entries or items.
func (m *masked) addContent(l *line) {
	if l.inScalar || l.comment {
		return
	}
	for _, t := range l.templates {
		text := m.source[t.Span.Start:t.Span.End]
		if t.Span.Start < l.span.Start {
			continue
		}
		control := isControl(t.Open, text)
		if l.alone || control {
			m.structure = append(m.structure, t.Span.Start)
		}
		if !l.alone || control {
			continue
		}
		column := t.Span.Start - l.span.Start
		m.content = append(m.content, contentLine{t.Span, contentIndent(t.Open, text, column)})
	}
}

// spans returns the spans of all templates.
func (m *masked) spans() []model.Span {
	return m.spansIn(model.Span{End: len(m.source)})
}

// spansIn returns the spans of the templates that touch s.
func (m *masked) spansIn(s model.Span) []model.Span {
	var spans []model.Span
	for i := m.search(s.Start); i < len(m.templates) && m.templates[i].Span.Start < s.End; i++ {
		spans = append(spans, m.templates[i].Span)
	}
	return spans
}

// search returns the index of the first template that ends after offset i.
func (m *masked) search(i int) int {
	return sort.Search(len(m.templates), func(k int) bool { return m.templates[k].Span.End > i })
}

// templateAt returns the template that covers offset i.
func (m *masked) templateAt(i int) (gotmpl.Template, bool) {
	if k := m.search(i); k < len(m.templates) && m.templates[k].Span.Start <= i {
		return m.templates[k], true
	}
	return gotmpl.Template{}, false
}

// templated reports whether a template is in s.
func (m *masked) templated(s model.Span) bool {
	k := m.search(s.Start)
	return k < len(m.templates) && m.templates[k].Span.Start < s.End
}

// spanAt returns the span among sorted ones that covers offset i.
func spanAt(spans []model.Span, i int) (model.Span, bool) {
	k := sort.Search(len(spans), func(k int) bool { return spans[k].End > i })
	if k < len(spans) && spans[k].Start <= i {
		return spans[k], true
	}
	return model.Span{}, false
}
