package yamltext

import (
	"bytes"

	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// passBeside writes the comment after an old child on the same line, before a new child follows it. index is that of the child's
// separator.
func (w *flowWriter) passBeside(index int) {
	gap := w.gapBefore(index)
	for _, c := range w.CommentsIn(gap) {
		if bytes.IndexByte(w.Data[gap.Start:c.Span.Start], '\n') < 0 {
			from := c.Span.Start
			for from > gap.Start && (w.Data[from-1] == ' ' || w.Data[from-1] == '\t') {
				from--
			}
			textline.AppendText(w.out, textline.Piece{Start: from, End: c.Span.End})
			w.lastBeside = c.Span
		}
	}
}

// passComments keeps the comments of the separators before index whose children moved.
func (w *flowWriter) passComments(index int) {
	for ; w.next < index; w.next++ {
		gap := w.gapBefore(w.next)
		for _, c := range w.CommentsIn(gap) {
			if c.Span == w.lastBeside {
				continue
			}
			hadLine := bytes.IndexByte(w.Data[gap.Start:c.Span.Start], '\n') >= 0
			aboveFirst := w.next > 0 && !w.wrote
			if hadLine || aboveFirst || w.commentOpen() {
				w.breakLine(w.kidIndent())
			} else {
				textline.AppendText(w.out, textline.Piece{Text: " "})
			}
			textline.AppendText(w.out, textline.Piece{Start: c.Span.Start, End: c.Span.End})
		}
		if w.next < len(w.old) && !w.Alive[w.old[w.next]] {
			for _, c := range w.CommentsIn(model.Span{Start: w.old[w.next].Start, End: w.old[w.next].End}) {
				w.breakLine(w.kidIndent())
				textline.AppendText(w.out, textline.Piece{Start: c.Span.Start, End: c.Span.End})
			}
		}
	}
}

// commentOpen reports whether the last line ends with a comment, so that nothing may follow on it.
func (w *flowWriter) commentOpen() bool {
	body := w.out[len(w.out)-1].Body
	if len(body) == 0 {
		return false
	}
	p := body[len(body)-1]
	if p.End == 0 {
		return false
	}
	comments := w.CommentsIn(model.Span{Start: p.Start, End: p.End})
	return len(comments) > 0 && comments[len(comments)-1].Span.End == p.End
}
