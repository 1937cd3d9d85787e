package lsp

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
)

// document is a text that the client has open.
type document struct {
	uri      string
	path     string // absolute and without links; "" if it is no file
	language string
	version  int32
	text     []byte // nobody changes the bytes: a change makes a new text
	isSaved  bool   // it was saved since it was opened, so that the disk has another text than before
}

func (s *server) didOpen(p *protocol.DidOpenTextDocumentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	item := p.TextDocument
	d := &document{uri: item.URI, path: realPath(pathOf(item.URI)), language: item.LanguageID, version: item.Version, text: []byte(item.Text)}
	s.documents[d.uri] = d
	if of, ok := s.published[d.uri]; ok {
		s.published[d.uri] = published{by: of.by}
	}
	if d.path != "" {
		w := s.workspaceFor(d.path)
		w.isStale = w.isStale || w.result != nil && !bytes.Equal(w.result.linesOf(w.display(d.path)).text, d.text) // another program changed the disk
		s.touch(w)
	}
	return nil, nil
}

// realPath returns a path without links above its last step.
func realPath(path string) string {
	if path == "" {
		return ""
	}
	if dir, err := regular.WithoutLinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

func (s *server) didChange(p *protocol.DidChangeTextDocumentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.documents[p.TextDocument.URI]
	if old == nil {
		return nil, &rpcError{invalidParams, fmt.Sprintf("%s is not open", p.TextDocument.URI)}
	}
	d := *old
	d.version = p.TextDocument.Version
	for _, change := range p.ContentChanges {
		d.text = apply(d.text, change)
	}
	s.documents[d.uri] = &d
	s.touchFor(&d)
	return nil, nil
}

func (s *server) didSave(p *protocol.DidSaveTextDocumentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	saved := *d
	saved.isSaved = true
	s.documents[d.uri] = &saved
	s.diskChanged(d.path, true)
	return nil, nil
}

// diskChanged lints the workspaces anew that a changed file concerns: those whose repository contains it, besides those that have its text from the
// client if isOpen, and those below the directory of a setting.
func (s *server) diskChanged(path string, isOpen bool) {
	for _, w := range s.workspaces {
		isRead := path != "" && regular.Contains(w.repository, path)
		switch {
		case isSetting(path) && regular.Contains(filepath.Dir(path), w.dir):
		case !isRead || isOpen && !isSetting(path) && w.hasTextOf(path):
			continue
		}
		w.isStale = true
		s.touch(w)
	}
}

// isSetting reports whether a file decides which files are linted, and how.
func isSetting(path string) bool {
	return slices.Contains([]string{".karplint.yaml", ".gitignore"}, filepath.Base(path)) || strings.HasSuffix(path, ".rego")
}

func (s *server) didClose(p *protocol.DidCloseTextDocumentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.TextDocument.URI]
	delete(s.documents, p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	if w := s.workspaceOf(d.path); w != nil {
		w.isStale = w.isStale || d.isSaved
		s.touch(w)
	}
	return nil, nil
}

// filesChanged is told what changed on the disk. What is open has its text from the client.
func (s *server) filesChanged(p *protocol.DidChangeWatchedFilesParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, event := range p.Changes {
		path := realPath(pathOf(event.URI))
		s.diskChanged(path, s.documentAt(path) != nil && event.Type == protocol.FileChangeTypeChanged)
	}
	return nil, nil
}

// isTerraform reports whether the document is Terraform, by its path or by what the client says.
func (d *document) isTerraform() bool {
	return filetype.IsTerraform(d.path) || d.language == "terraform"
}

// apply returns the text after a change.
func apply(text []byte, change any) []byte {
	switch change := change.(type) {
	case protocol.TextDocumentContentChangeEvent:
		l := newLines(text)
		start, end := l.offset(change.Range.Start), l.offset(change.Range.End)
		return slices.Concat(text[:start], []byte(change.Text), text[max(start, end):])
	case protocol.TextDocumentContentChangeEventWhole:
		return []byte(change.Text)
	}
	return text
}

// lines converts between offsets of bytes and positions of the protocol: lines and columns from 0, columns in code units of UTF-16. A line ends with
// \n, \r\n or \r.
type lines struct {
	text   []byte
	starts []int
	split  []string // see all
}

// all returns the lines without their ends. It is for one goroutine.
func (l *lines) all() []string {
	if l.split == nil {
		for i := range l.starts {
			l.split = append(l.split, l.line(i))
		}
	}
	return l.split
}

func newLines(text []byte) *lines {
	l := &lines{text: text, starts: []int{0}}
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// offset returns the offset of a position. One beyond the end of a line is at its end, one beyond the last line at the end of the text.
func (l *lines) offset(p protocol.Position) int {
	if int64(p.Line) >= int64(len(l.starts)) {
		return len(l.text)
	}
	at, end := l.starts[p.Line], l.end(int(p.Line))
	for units := int64(p.Character); units > 0 && at < end; {
		r, size := utf8.DecodeRune(l.text[at:end])
		if units -= int64(unitsOf(r)); units < 0 {
			break // between the two units of a character
		}
		at += size
	}
	return at
}

// end returns the offset behind the last character of a line.
func (l *lines) end(line int) int {
	if line+1 == len(l.starts) {
		return len(l.text)
	}
	end := l.starts[line+1] - 1
	if end > l.starts[line] && l.text[end] == '\n' && l.text[end-1] == '\r' {
		end--
	}
	return end
}

// line returns the text of a line without its end.
func (l *lines) line(line int) string { return string(l.text[l.starts[line]:l.end(line)]) }

// position returns the position of an offset.
func (l *lines) position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(l.text))
	line, found := slices.BinarySearch(l.starts, offset)
	if !found {
		line--
	}
	units := 0
	for at := l.starts[line]; at < min(offset, l.end(line)); {
		r, size := utf8.DecodeRune(l.text[at:])
		units += unitsOf(r)
		at += size
	}
	return protocol.Position{Line: uint32(line), Character: uint32(units)} //nolint:gosec // a text is smaller
}

// span returns the range from one offset to another.
func (l *lines) span(start, end int) protocol.Range {
	return protocol.Range{Start: l.position(start), End: l.position(max(start, end))}
}

func unitsOf(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// pathOf returns the path of a file, for the operating system; "" for the address of anything else, such as an untitled buffer.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	if path = filepath.Clean(filepath.FromSlash(path)); !filepath.IsAbs(path) {
		return ""
	}
	return path
}

// uriOf returns the address of a file with an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
