package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/printable"
)

// A progress line appears after so long, and is renewed so often.
const (
	progressAfter = 2 * time.Second
	progressEvery = 200 * time.Millisecond
)

// progress shows on a terminal that a long run goes on, in a line that disappears before anything else is written.
type progress struct {
	terminal io.Writer
	columns  int
	begin    time.Time

	mu       sync.Mutex
	isShown  bool
	isInLine bool // other output ended within a line
}

// startProgress shows a progress line until stop is called, if standard error is a terminal.
func (r *runner) startProgress(command string) (stop func()) {
	columns, ok := terminalWidth(r.stderr)
	if !ok || os.Getenv("TERM") == "dumb" {
		return func() {}
	}
	p := &progress{terminal: r.stderr, columns: cmp.Or(columns, 80), begin: time.Now()}
	r.err = progressWriter{p, r.stderr}
	r.out.Reset(progressWriter{p, r.stdout})
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-ended:
			return
		case <-time.After(progressAfter):
		}
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		for {
			p.show(command, limit.Current())
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(ended)
		<-done
		p.hide()
	})
}

func (p *progress) show(command, file string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isInLine {
		return
	}
	text := fmt.Sprintf("%s: %d s", command, int(time.Since(p.begin).Seconds()))
	if file != "" && file != "." {
		text += ", " + printable.Text(file)
	}
	p.isShown = true
	fmt.Fprint(p.terminal, clearLine+runewidth.Truncate(text, p.columns-1, "…"))
}

// clearLine goes to the start of the line and removes it.
const clearLine = "\r\x1b[K"

func (p *progress) hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove()
}

func (p *progress) remove() {
	if p.isShown {
		p.isShown = false
		fmt.Fprint(p.terminal, clearLine)
	}
}

// progressWriter writes other output.
type progressWriter struct {
	*progress
	out io.Writer
}

func (w progressWriter) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.remove()
	if len(text) > 0 {
		w.isInLine = text[len(text)-1] != '\n'
	}
	return w.out.Write(text)
}
