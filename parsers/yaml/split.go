package yaml

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/model"
)

// segment is the part of a file that contains one document, not parsed yet.
type segment struct {
	span    model.Span
	content int  // offset after the "---", or the span's start
	void    bool // nothing but markers and blanks
}

// split cuts a file at its document markers. A line that starts with "---" or "...", followed by a
// blank or the end of the line, is a marker everywhere, even in a block scalar (YAML 1.2, section
// 9.1.2). The body of a named Go template is a segment of its own, because it need not be YAML. Void segments are left out.
func split(m *masked) []segment {
	text, cuts := m.text, m.cuts
	var segments []segment
	cur := segment{content: len(bom(text)), void: true}
	started := false // the current segment has its "---", or content without one
	flush := func(end int) {
		cur.span.End = end
		if !cur.void {
			segments = append(segments, cur)
		}
		cur = segment{span: model.Span{Start: end}, content: end, void: true}
		started = false
	}
	for i := len(bom(text)); i < len(text); {
		if len(cuts) > 0 && cuts[0] <= i {
			flush(i)
			cuts = cuts[1:]
		}
		end := lineEnd(text, i)
		line := bytes.TrimRight(text[i:end], "\r\n")
		switch {
		case isMarker(line, "---"):
			if started {
				flush(i)
			}
			cur.content = i + 3
			cur.void = cur.void && len(bytes.TrimSpace(line[3:])) == 0
			started = true
		case isMarker(line, "..."):
			flush(end)
		default:
			line = bytes.TrimLeft(line, " \t")
			cur.void = cur.void && len(line) == 0
			isContent := len(line) > 0 && !bytes.ContainsAny(line[:1], "#%") // no comment or directive
			started = started || isContent
		}
		i = end
	}
	flush(len(text))
	return segments
}

func isMarker(line []byte, marker string) bool {
	tail, isMarked := bytes.CutPrefix(line, []byte(marker))
	return isMarked && (len(tail) == 0 || strings.IndexByte(" \t", tail[0]) >= 0)
}

// lineEnd returns the offset after the line break that ends the line of offset i.
func lineEnd(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(text)
}
