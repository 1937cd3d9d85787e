package lsp_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/internal/cli"
)

// wireMessage is any message.
type wireMessage struct {
	ID     *int            `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// client is an editor that talks to a server in this process.
type client struct {
	t      *testing.T
	dir    string
	in     *io.PipeWriter
	exit   chan int
	seen   func(direction string, m wireMessage) // nil: nobody listens
	texts  map[string]string                     // of open documents, by path
	vers   map[string]int
	lastID int

	mu          sync.Mutex
	arrived     *sync.Cond
	responses   map[int]wireMessage
	diagnostics map[string]protocol.PublishDiagnosticsParams // the last ones, by address
	raws        map[string]json.RawMessage                   // the same as they came
	edits       []protocol.WorkspaceEdit                     // of workspace/applyEdit
	shown       []string                                     // messages for the person
	ended       bool
}

// startClient starts a server for a folder, with flags, and waits until it is initialized. options are initializationOptions.
func startClient(t *testing.T, dir string, options any, flags ...string) *client {
	t.Helper()
	c := connect(t, dir, flags...)
	uri := c.uri("")
	c.request("initialize", map[string]any{
		"rootUri": uri, "workspaceFolders": []any{map[string]any{"uri": uri, "name": "test"}}, "initializationOptions": options,
		"capabilities": map[string]any{"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}}},
	})
	c.notify("initialized", map[string]any{})
	return c
}

// connect starts a server.
func connect(t *testing.T, dir string, flags ...string) *client {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	in, out := io.Pipe()
	answers, server := io.Pipe()
	c := &client{t: t, dir: dir, in: out, exit: make(chan int, 1), texts: map[string]string{}, vers: map[string]int{}, responses: map[int]wireMessage{},
		diagnostics: map[string]protocol.PublishDiagnosticsParams{}, raws: map[string]json.RawMessage{}}
	c.arrived = sync.NewCond(&c.mu)
	go func() {
		c.exit <- cli.Main(append([]string{"karplint", "lsp"}, flags...), in, server, io.Discard)
		_ = server.Close()
	}()
	go c.read(bufio.NewReader(answers))
	t.Cleanup(func() { _ = out.Close() })
	return c
}

func (c *client) uri(path string) string {
	return "file://" + filepath.ToSlash(filepath.Join(c.dir, path))
}

// read takes the messages of the server.
func (c *client) read(r *bufio.Reader) {
	for {
		m, err := readMessage(r)
		c.mu.Lock()
		if err != nil {
			c.ended = true
			c.arrived.Broadcast()
			c.mu.Unlock()
			return
		}
		c.take(m)
		c.arrived.Broadcast()
		c.mu.Unlock()
	}
}

func readMessage(r *bufio.Reader) (m wireMessage, err error) {
	length := 0
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return m, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if length, err = strconv.Atoi(strings.TrimPrefix(line, "Content-Length: ")); err != nil {
			return m, err
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}

func (c *client) take(m wireMessage) {
	isBarrier := m.Method == "" && m.ID != nil && *m.ID < 0
	if c.seen != nil && !isBarrier {
		c.seen("←", m)
	}
	switch m.Method {
	case "":
		if m.ID != nil {
			c.responses[*m.ID] = m
		}
	case "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		if json.Unmarshal(m.Params, &p) == nil {
			var raw struct{ Diagnostics json.RawMessage } // the library loses the codes when it reads them
			_ = json.Unmarshal(m.Params, &raw)
			c.diagnostics[p.URI], c.raws[p.URI] = p, raw.Diagnostics
		}
	case "workspace/applyEdit":
		var p protocol.ApplyWorkspaceEditParams
		if json.Unmarshal(m.Params, &p) == nil {
			c.edits = append(c.edits, p.Edit)
		}
	case "window/showMessage":
		var p protocol.ShowMessageParams
		if json.Unmarshal(m.Params, &p) == nil {
			c.shown = append(c.shown, p.Message)
		}
	}
}

// raw sends bytes as they are.
func (c *client) raw(text string) {
	_, _ = io.WriteString(c.in, text) // a server that has ended is found by who waits
}

func (c *client) send(id *int, method string, params any) {
	c.t.Helper()
	body, err := json.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	m := wireMessage{ID: id, Method: method, Params: body}
	if c.seen != nil && (id == nil || *id > 0) {
		c.mu.Lock()
		c.seen("→", m)
		c.mu.Unlock()
	}
	full, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": m.Params})
	c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(full), full))
}

func (c *client) notify(method string, params any) { c.send(nil, method, params) }

// request sends a request and returns its response.
func (c *client) request(method string, params any) wireMessage {
	c.t.Helper()
	c.lastID++
	return c.requestAs(c.lastID, method, params)
}

func (c *client) requestAs(id int, method string, params any) wireMessage {
	c.t.Helper()
	c.send(&id, method, params)
	var m wireMessage
	c.until("a response to "+method, func() bool {
		response, ok := c.responses[id]
		m = response
		return ok
	})
	return m
}

// until waits for something that the server sends.
func (c *client) until(what string, is func() bool) {
	c.t.Helper()
	timer := time.AfterFunc(60*time.Second, func() {
		c.mu.Lock()
		c.ended = true
		c.arrived.Broadcast()
		c.mu.Unlock()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !is() {
		if c.ended {
			c.t.Fatalf("the server ended, or was silent for a minute, without %s", what)
		}
		c.arrived.Wait()
	}
}

// settle waits until all messages about a run have arrived: a request is answered when the server has sent the diagnostics.
func (c *client) settle() {
	c.t.Helper()
	c.requestAs(-1-c.lastID-1000*len(c.responses), "textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": "untitled:none"}, "position": map[string]any{"line": 0, "character": 0}})
}

// open opens a file with the text of the disk, or a new one.
func (c *client) open(path string) {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, path))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		c.t.Fatal(err)
	}
	c.openText(path, string(text))
	c.await(path)
}

func (c *client) openText(path, text string) {
	c.texts[path], c.vers[path] = text, 1
	c.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(path), "languageId": "yaml", "version": 1, "text": text}})
}

// await waits for the diagnostics of the present version of a document.
func (c *client) await(path string) []protocol.Diagnostic {
	c.t.Helper()
	uri := c.uri(path)
	c.until(fmt.Sprintf("diagnostics of %s, version %d", path, c.vers[path]), func() bool {
		p, ok := c.diagnostics[uri]
		return ok && p.Version != nil && int(*p.Version) == c.vers[path]
	})
	c.settle()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.diagnostics[uri].Diagnostics
}

// change sends an edit of a document, and waits for its diagnostics.
func (c *client) change(path string, edits ...protocol.TextEdit) {
	c.t.Helper()
	c.changeOnly(path, edits...)
	c.await(path)
}

func (c *client) changeOnly(path string, edits ...protocol.TextEdit) {
	c.vers[path]++
	var changes []any
	for _, e := range edits {
		c.texts[path] = edited(c.texts[path], e)
		changes = append(changes, map[string]any{"range": e.Range, "text": e.NewText})
	}
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(path), "version": c.vers[path]}, "contentChanges": changes})
}

// replace replaces the whole text of a document.
func (c *client) replace(path, text string) {
	c.t.Helper()
	c.vers[path]++
	c.texts[path] = text
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(path), "version": c.vers[path]}, "contentChanges": []any{map[string]any{"text": text}}})
	c.await(path)
}

// edited applies an edit the slow way: by its lines, in UTF-16.
func edited(text string, e protocol.TextEdit) string {
	start, end := offsetIn(text, e.Range.Start), offsetIn(text, e.Range.End)
	return text[:start] + e.NewText + text[end:]
}

// offsetIn returns the offset of a position in a text whose lines end with \n or \r\n.
func offsetIn(text string, p protocol.Position) (offset int) {
	lines := strings.SplitAfter(text, "\n")
	if int64(p.Line) >= int64(len(lines)) {
		return len(text)
	}
	for _, line := range lines[:p.Line] {
		offset += len(line)
	}
	units := utf16.Encode([]rune(strings.TrimRight(lines[p.Line], "\r\n")))
	return offset + len(string(utf16.Decode(units[:min(int64(p.Character), int64(len(units)))])))
}

// apply applies the edits of an action to the open documents, as editors do, and to files.
func (c *client) apply(e *protocol.WorkspaceEdit) {
	c.t.Helper()
	for _, change := range e.DocumentChanges {
		of, ok := change.(protocol.TextDocumentEdit)
		if !ok {
			c.t.Fatalf("an edit of another kind: %v", change)
		}
		path := strings.TrimPrefix(of.TextDocument.URI, c.uri("")+"/")
		text, isOpen := c.texts[path]
		if !isOpen {
			data, err := os.ReadFile(filepath.Join(c.dir, path))
			if err != nil {
				c.t.Fatal(err)
			}
			text = string(data)
		} else if of.TextDocument.Version == nil || int(*of.TextDocument.Version) != c.vers[path] {
			c.t.Fatalf("%s: the edit is for version %v of %d", path, of.TextDocument.Version, c.vers[path])
		}
		for _, raw := range slices.Backward(of.Edits) { // from the end, so that the positions of the others stay
			text = edited(text, raw.(protocol.TextEdit))
		}
		if !isOpen {
			if err := os.WriteFile(filepath.Join(c.dir, path), []byte(text), 0o600); err != nil {
				c.t.Fatal(err)
			}
			continue
		}
		c.replace(path, text)
	}
}

// actions returns the actions for a range.
func (c *client) actions(path string, r protocol.Range, only ...string) (actions []protocol.CodeAction) {
	c.t.Helper()
	context := map[string]any{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	m := c.request("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}, "range": r, "context": context})
	if err := json.Unmarshal(m.Result, &actions); err != nil {
		c.t.Fatal(err)
	}
	return actions
}

// stop ends the server as the protocol wants it, and returns its exit code.
func (c *client) stop() int {
	c.t.Helper()
	c.request("shutdown", nil)
	c.notify("exit", nil)
	return c.code()
}

func (c *client) code() int {
	c.t.Helper()
	select {
	case code := <-c.exit:
		return code
	case <-time.After(30 * time.Second):
		c.t.Fatal("the server does not end")
		return -1
	}
}

// whole is a range that contains everything.
var whole = protocol.Range{End: protocol.Position{Line: 1 << 30}}

func at(line, character uint32) protocol.Position {
	return protocol.Position{Line: line, Character: character}
}

// put writes files into a new folder.
func put(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
