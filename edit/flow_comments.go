package edit

import (
	"bytes"

	"github.com/karplint/karplint/model"
)

// passBeside writes the comment behind an old kid on its line, whose separator is at the index, before a new kid follows it.
func (w *flowWriter) passBeside(index int) {
	gap := w.gapBefore(index)
	for _, c := range w.commentsIn(gap) {
		if bytes.IndexByte(w.data[gap.Start:c.Span.Start], '\n') < 0 {
			from := c.Span.Start
			for from > gap.Start && (w.data[from-1] == ' ' || w.data[from-1] == '\t') {
				from--
			}
			appendText(w.out, piece{start: from, end: c.Span.End})
			w.beside = c.Span
		}
	}
}

// passComments keeps the comments of the separators before index whose kids changed places.
func (w *flowWriter) passComments(index int) {
	for ; w.next < index; w.next++ {
		gap := w.gapBefore(w.next)
		for _, c := range w.commentsIn(gap) {
			if c.Span == w.beside {
				continue
			}
			own := bytes.IndexByte(w.data[gap.Start:c.Span.Start], '\n') >= 0 // on a line of its own
			if own || w.commentOpen() || w.next > 0 && !w.wrote {
				w.breakLine(w.kidIndent())
			} else {
				appendText(w.out, piece{text: " "})
			}
			appendText(w.out, piece{start: c.Span.Start, end: c.Span.End})
		}
		if w.next < len(w.old) && !w.alive[w.old[w.next]] {
			for _, c := range w.commentsIn(model.Span{Start: w.old[w.next].start, End: w.old[w.next].end}) {
				w.breakLine(w.kidIndent())
				appendText(w.out, piece{start: c.Span.Start, end: c.Span.End})
			}
		}
	}
}

// commentOpen says whether the last line ends with a comment, so that nothing may follow on it.
func (w *flowWriter) commentOpen() bool {
	body := w.out[len(w.out)-1].body
	if len(body) == 0 {
		return false
	}
	p := body[len(body)-1]
	if p.end == 0 {
		return false
	}
	found := w.commentsIn(model.Span{Start: p.start, End: p.end})
	return len(found) > 0 && found[len(found)-1].Span.End == p.end
}
