package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/convert/status"
	"github.com/karplint/karplint/internal/terminal"
)

// WriteStatusJSON writes the status of a migration as one JSON object.
func WriteStatusJSON(w io.Writer, c *Convert) error { return printable.JSON(w, status.Of(c.Files)) }

// WriteStatus writes the status of a migration for people: the objects by directory and API version, and the open decisions.
func WriteStatus(w io.Writer, c *Convert) error {
	s := status.Of(c.Files)
	t := &textWriter{lineWriter{Terminal: c.Terminal}, sources{read: c.before}}
	t.writeDirectories(s)
	for _, d := range s.Decisions {
		t.writeGroup(d.Notes)
	}
	t.wrapped(terminal.Bold, statusSummary(s))
	return t.flush(w)
}

// writeDirectories writes a table of the directories, with a last line for all of them.
func (t *textWriter) writeDirectories(s status.Status) {
	if len(s.Directories) == 0 {
		return
	}
	rows := append(slices.Clone(s.Directories), status.Directory{Directory: "all", Count: s.Objects})
	width := 0
	for _, row := range rows {
		width = max(width, len(printable.Path(row.Directory)))
	}
	t.line("%-*s  %8s  %8s  %8s  %8s  %9s", width, "", "v1alpha", "v1beta1", "v1", "ready", "undecided")
	for i, row := range rows {
		line := fmt.Sprintf("%-*s  %8d  %8d  %8d  %8d  %9d",
			width, printable.Path(row.Directory), row.V1Alpha, row.V1Beta1, row.V1, row.Ready, row.Undecided)
		if i == len(rows)-1 {
			line = t.Paint(terminal.Bold, line)
		}
		t.line("%s", line)
	}
	t.line("")
}

// statusSummary says in one sentence what is left.
func statusSummary(s status.Status) string {
	all := s.Objects.V1Alpha + s.Objects.V1Beta1 + s.Objects.V1
	text := "no objects of Karpenter"
	if all > 0 {
		text = Count(all, "object") + " of Karpenter"
	}
	if s.Objects.Ready > 0 {
		text += fmt.Sprintf("; %d to convert", s.Objects.Ready)
	} else if all > 0 && s.Objects.Undecided == 0 {
		text += "; nothing left to convert"
	}
	if len(s.Decisions) > 0 {
		places := 0
		for _, d := range s.Decisions {
			places += len(d.Places)
		}
		text += fmt.Sprintf("; %s open at %s", Count(len(s.Decisions), "decision"), Count(places, "place"))
	}
	return text
}
