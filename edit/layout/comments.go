package layout

import (
	"bytes"
	"sort"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// tail gives o the comments and template lines between start and to that are indented deeper than
// o, or that are commented-out items of its list, and returns where they end. Words above a less indented commented-out entry belong
// to that entry.
func (s *Source) tail(o *Origin, start, to int) int {
	first := start
	for next := start; next < to; {
		end := s.LineEnd(next)
		text := s.Data[next:end]
		trimmed := bytes.TrimSpace(text)
		switch {
		case len(trimmed) == 0:
		case (trimmed[0] == '#' || opensTemplate(trimmed)) && textline.LeadingSpaces(text) > o.Col:
			start = end
		case next == start && s.endsInList(o):
			start = s.commentedItems(start, to, o.Col)
			next = to
			continue
		case next == start && trimmed[0] == '#' && commentedOut().Match(text):
			start = s.aboveWords(first, start)
			next = to
			continue
		default:
			next = to
			continue
		}
		next = end
	}
	o.Body.End = start
	return start
}

// aboveWords returns the start of the comment lines with words that end at an offset, but not before from. Commented-out entries
// do not count.
func (s *Source) aboveWords(from, end int) int {
	for end > from {
		start := max(from, s.LineStart(end-1))
		text := s.Data[start:end]
		if trimmed := bytes.TrimSpace(text); len(trimmed) == 0 || trimmed[0] != '#' || commentedOut().Match(text) {
			break
		}
		end = start
	}
	return end
}

func opensTemplate(text []byte) bool {
	return bytes.HasPrefix(text, []byte("{{")) || bytes.HasPrefix(text, []byte("${")) || bytes.HasPrefix(text, []byte("%{"))
}

// endsInList reports whether o ends with items at its own column.
func (s *Source) endsInList(o *Origin) bool {
	items := o.Value.Items
	if o.Entry == nil || o.Value.Style != model.Block || len(items) == 0 {
		return false
	}
	dash := int(items[0].Dash)
	return dash-s.LineStart(dash) == o.Col
}

// commentedItem matches a comment that is an item of a list, its continuation, or a key with
// the list's items below it; the first group is the text before the dash or words.
var commentedItem = pattern.New(`^( *#+ *)(- |-$|[^ ]+:$)?`)

// commentedItems returns where the items end that are commented out directly below a list with
// dashes at column col, words above them included:
//
//	list:
//	- a
//	# or
//	# - b: c
//	#   d: e
//	# about what follows
func (s *Source) commentedItems(offset, to, col int) int {
	end := offset
	dash := -1 // column of the commented-out items
	for offset < to {
		next := s.LineEnd(offset)
		text := bytes.TrimRight(s.Data[offset:next], " \t\r\n")
		if textline.LeadingSpaces(text) != col || !bytes.HasPrefix(text[col:], []byte("#")) {
			break
		}
		m := commentedItem().FindSubmatch(text)
		mark := string(m[2])
		switch column := len(m[1]); {
		case strings.HasPrefix(mark, "-") && (dash < 0 || column >= dash):
			if dash < 0 {
				dash = column
			}
			end = next
		case dash >= 0 && column > dash:
			end = next
		case mark != "":
			return end // another key: the items below it are its own
		}
		offset = next
	}
	return end
}

// lead returns the start of the comment lines directly above o, whose line starts at to: those in
// its column, and words further left. Commented-out entries stay in their place, and so does prose
// above a first entry, because it may be about all entries. Words further right belong to o if they are above a commented-out entry that does.
func (s *Source) lead(from, to int, o *Origin) int {
	aboveEntry := false
	for to > from {
		if lines, ok := s.Statement(to - 1); ok && s.Guarded && lines.Start >= from {
			if textline.LeadingSpaces(s.Data[lines.Start:to]) == o.Col {
				to = lines.Start
				continue
			}
		}
		start := max(from, s.LineStart(to-1))
		text := s.Data[start:to]
		n := textline.LeadingSpaces(text)
		isEntry := commentedOut().Match(text)
		mayBeDeeper := aboveEntry && !isEntry
		if text[n] != '#' || n > o.Col && !mayBeDeeper {
			break
		}
		if n < o.Col && (o.Index == 0 || isEntry) {
			break
		}
		aboveEntry = isEntry || aboveEntry && n > o.Col
		to = start
	}
	return to
}

// commentedOut matches a comment that would be an entry or item without its "#".
var commentedOut = pattern.New(`^ *#+ *(-|[^ #]+:)(\s|$)`)

// CommentsIn returns the comments that start within a span.
func (s *Source) CommentsIn(span model.Span) []yaml.Comment {
	from := sort.Search(len(s.Comments), func(i int) bool { return s.Comments[i].Span.Start >= span.Start })
	to := from
	for to < len(s.Comments) && s.Comments[to].Span.Start < span.End {
		to++
	}
	return s.Comments[from:to]
}
