package fields

import (
	"bytes"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// staleComment matches the comment beside a number of seconds that no longer holds beside a duration, or where the default has changed.
var staleComment = pattern.New(`(?i)^["',]*[ \t]*((?:#|//).*\b(?:secs?|seconds?|60|never)\b.*)`)

// noteComment names a comment beside a number of seconds which the conversion keeps, but which was written for seconds. A comment that
// says the number with its unit still holds.
func (o *Object) noteComment(path []any, seconds *model.Value) {
	data := o.Res.Document.File.Data
	if seconds.Span.Empty() || seconds.Span.End > len(data) {
		return
	}
	line, _, _ := bytes.Cut(data[seconds.Span.End:], []byte("\n"))
	m := staleComment().FindSubmatch(bytes.TrimSpace(line))
	if m != nil && !bytes.Contains(m[1], []byte(seconds.Text+" sec")) {
		o.Info(path, "the comment %q was written for a number of seconds; correct it where it no longer holds", m[1])
	}
}
