package cli

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// TestProgress: the line disappears before anything else is written, and does not begin within another line.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := &progress{terminal: &out, columns: 24, begin: time.Now()}
	w := progressWriter{p, &out}
	p.show("karplint lint", "a/very/long/path")
	fmt.Fprint(w, "a finding\nand the beginning")
	p.show("karplint lint", "b.tf")
	fmt.Fprint(w, " of a line\n")
	p.show("karplint lint", "")
	p.hide()
	p.hide()
	const want = "\r\x1b[Kkarplint lint: 0 s, a/…" + "\r\x1b[Ka finding\nand the beginning of a line\n" + "\r\x1b[Kkarplint lint: 0 s" + "\r\x1b[K"
	if got := out.String(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
