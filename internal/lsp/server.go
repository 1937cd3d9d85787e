// Package lsp is a server of the Language Server Protocol: what editors show of karplint while somebody writes. It is a thin layer over lint, convert
// and the schemas.
//
// The types are those of tliron/glsp, whose package of the protocol imports nothing but the standard library and starts in no time. Its server, and
// go.lsp.dev/protocol, would link a logger and a second JSON: 3 and 2 MB. See wire for the messages.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"sync"
	"time"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint"
)

// Files are the files of a workspace, with the settings that lint has for them.
type Files struct {
	Tree     lint.Tree // with the texts of the disk
	Settings lint.Settings
	Wants    func(path string) bool              // reports whether a file that is not among the inputs is linted once it is on the disk
	Limits   limit.Limits                        // of one run
	Accepted func([]lint.Finding) []lint.Finding // returns the findings that are not in a baseline
	// Convert converts the manifests to v1, with texts in place of those on the disk.
	Convert func(ctx context.Context, texts map[string][]byte) ([]convert.File, error)
}

// Request asks for files.
type Request struct {
	Dir   string              // the working directory: absolute, without links. Paths are relative to it, with "/"
	Paths []string            // what is linted; none: all of Dir
	Flags map[string][]string // what initializationOptions set, by the names of flags
}

// Options are what a server needs.
type Options struct {
	Version  string
	Open     func(Request) (*Files, error)
	Debounce time.Duration // how long the client must be silent before a run; 0: 50 ms
}

const defaultDebounce = 50 * time.Millisecond

// Serve answers the messages of a client, until it says exit or the input ends. It returns false if the client did not say shutdown before, or if its
// messages cannot be told apart any more. Standard error, and nothing else, may be written to log.
func Serve(ctx context.Context, in io.Reader, out, logs io.Writer, o Options) bool {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if o.Debounce == 0 {
		o.Debounce = defaultDebounce
	}
	s := &server{
		ctx: ctx, options: o, wire: &wire{in: bufio.NewReaderSize(in, 64<<10), out: out}, logs: log.New(logs, "karplint lsp: ", log.Ltime),
		documents: map[string]*document{}, published: map[string]published{}, wake: make(chan struct{}, 1), progress: make(chan struct{}),
	}
	s.handlers = s.routes()
	go s.work()
	for {
		m, err := s.wire.read()
		var bad *rpcError
		switch {
		case errors.As(err, &bad):
			s.logf("%s", bad.Message)
			s.wire.respond(nil, nil, bad)
		case err != nil:
			if !errors.Is(err, io.EOF) {
				s.logf("the connection ends: %v", err)
			}
			return s.phase == shutDown && errors.Is(err, io.EOF)
		default:
			wasShutDown := s.phase == shutDown
			if s.handle(m); s.phase == exited {
				return wasShutDown
			}
		}
	}
}

// phase is where a server is in its life.
type phase int

const (
	starting phase = iota // until initialize
	running
	shutDown // nothing but exit is allowed
	exited
)

// server serves one client.
type server struct {
	ctx      context.Context
	options  Options
	wire     *wire
	logs     *log.Logger
	handlers map[string]handler

	phase  phase // of the goroutine that reads messages
	client client
	flags  map[string][]string // of initializationOptions

	linting sync.Mutex // held while something is linted or converted

	mu         sync.Mutex
	documents  map[string]*document // by address
	workspaces []*workspace
	published  map[string]published // by the address of the file
	wake       chan struct{}        // a workspace is to be linted
	progress   chan struct{}        // is closed, and replaced, when a run ends
}

// client is what the client can do.
type client struct {
	documentChanges bool // edits with the versions of documents
	watches         bool // it can be asked to watch files
}

// handler answers a message.
type handler struct {
	answer  func(params json.RawMessage) (any, error)
	isAside bool // it may take long, so further messages are read meanwhile
}

// takes makes a handler of a function for parameters of one type.
func takes[P any](answer func(*P) (any, error)) handler {
	return handler{answer: func(raw json.RawMessage) (any, error) {
		params := new(P)
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, params); err != nil {
				return nil, &rpcError{invalidParams, "the parameters are not those of the method: " + err.Error()}
			}
		}
		return answer(params)
	}}
}

func aside(h handler) handler {
	h.isAside = true
	return h
}

func (s *server) routes() map[string]handler {
	return map[string]handler{
		"initialize":  takes(s.initialize),
		"initialized": takes(s.initialized),
		"shutdown": {answer: func(json.RawMessage) (any, error) {
			s.phase = shutDown
			return nil, nil
		}},
		"textDocument/didOpen":                takes(s.didOpen),
		"textDocument/didChange":              takes(s.didChange),
		"textDocument/didSave":                takes(s.didSave),
		"textDocument/didClose":               takes(s.didClose),
		"textDocument/codeAction":             aside(takes(s.codeActions)),
		"textDocument/hover":                  takes(s.hover),
		"textDocument/completion":             takes(s.complete),
		"workspace/executeCommand":            aside(takes(s.execute)),
		"workspace/didChangeWatchedFiles":     takes(s.filesChanged),
		"workspace/didChangeWorkspaceFolders": takes(s.foldersChanged),
	}
}

// handle answers a message. A response of the client, and a notification that the server does not know, have no answer.
func (s *server) handle(m *message) {
	h, isKnown := s.handlers[m.Method]
	var refused error
	switch {
	case m.Method == "":
		if len(m.ID) == 0 {
			s.wire.respond(nil, nil, &rpcError{invalidRequest, "a message has neither a method nor an id"})
		}
		return
	case m.Method == "exit":
		s.phase = exited
		return
	case s.phase == starting && m.Method != "initialize":
		refused = &rpcError{notInitialized, "the first request must be initialize"}
	case s.phase == shutDown:
		refused = &rpcError{invalidRequest, "the server was shut down; only exit is left"}
	case s.phase != starting && m.Method == "initialize":
		refused = &rpcError{invalidRequest, "initialize is sent only once"}
	case !isKnown:
		refused = &rpcError{unknownMethod, fmt.Sprintf("karplint does not know the method %q", m.Method)}
	}
	if refused != nil {
		if m.isRequest() {
			s.wire.respond(m.ID, nil, refused)
		}
		return
	}
	if h.isAside {
		go s.answer(m, h)
		return
	}
	s.answer(m, h)
}

func (s *server) answer(m *message, h handler) {
	var result any
	err := parallel.Try(m.Method, func() (err error) {
		result, err = h.answer(m.Params)
		return err
	})
	if err != nil {
		s.logf("%s: %v", m.Method, err)
	}
	if m.isRequest() {
		s.wire.respond(m.ID, result, err)
	}
}

func (s *server) logf(format string, args ...any) {
	s.logs.Print(printable.Text(fmt.Sprintf(format, args...)))
}

// show shows a message to the person.
func (s *server) show(kind protocol.MessageType, text string) {
	s.logf("%s", text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = printable.Text(line)
	}
	s.wire.notify("window/showMessage", protocol.ShowMessageParams{Type: kind, Message: strings.Join(lines, "\n")})
}

func (s *server) initialize(p *protocol.InitializeParams) (any, error) {
	flags, err := flagsOf(p.InitializationOptions)
	if err != nil {
		return nil, &rpcError{invalidParams, err.Error()}
	}
	s.phase, s.flags, s.client = running, flags, clientOf(p.Capabilities)
	var folders []string
	for _, folder := range p.WorkspaceFolders {
		folders = append(folders, folder.URI)
	}
	if p.WorkspaceFolders == nil && p.RootURI != nil {
		folders = append(folders, *p.RootURI)
	}
	s.mu.Lock()
	s.addFolders(folders)
	s.mu.Unlock()
	yes, sync := true, protocol.TextDocumentSyncKindIncremental
	return protocol.InitializeResult{
		ServerInfo: &protocol.InitializeResultServerInfo{Name: "karplint", Version: &s.options.Version},
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync:   protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &sync, Save: true},
			HoverProvider:      true,
			CompletionProvider: &protocol.CompletionOptions{TriggerCharacters: []string{":", " ", "-", "\""}},
			CodeActionProvider: protocol.CodeActionOptions{
				CodeActionKinds: []string{protocol.CodeActionKindQuickFix, fixAllKind, protocol.CodeActionKindRefactorRewrite},
			},
			ExecuteCommandProvider: &protocol.ExecuteCommandOptions{Commands: []string{convertCommand}},
			Workspace: &protocol.ServerCapabilitiesWorkspace{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: &yes, ChangeNotifications: &protocol.BoolOrString{Value: true},
			}},
		},
	}, nil
}

// flagsOf returns the flags that initializationOptions set: {"karpenter-version": "1.8.1", "select": ["KL5", "KL7"]}.
func flagsOf(options any) (map[string][]string, error) {
	if list, isList := options.([]any); options == nil || isList && len(list) == 0 { // an empty table of Lua is sent as a list
		return nil, nil
	}
	values, ok := options.(map[string]any)
	if !ok {
		return nil, errors.New("initializationOptions must be an object with the names of flags, such as karpenter-version")
	}
	flags := map[string][]string{}
	for name, value := range values { // in any order: it is a map again
		items, isList := value.([]any)
		if !isList {
			items = []any{value}
		}
		for _, item := range items {
			text, ok := item.(string)
			if !ok {
				return nil, fmt.Errorf("initializationOptions: %s must be a text or a list of texts", name)
			}
			flags[name] = append(flags[name], text)
		}
	}
	return flags, nil
}

func clientOf(c protocol.ClientCapabilities) (can client) {
	if c.Workspace == nil {
		return can
	}
	is := func(b *bool) bool { return b != nil && *b }
	can.documentChanges = c.Workspace.WorkspaceEdit != nil && is(c.Workspace.WorkspaceEdit.DocumentChanges)
	can.watches = c.Workspace.DidChangeWatchedFiles != nil && is(c.Workspace.DidChangeWatchedFiles.DynamicRegistration)
	return can
}

// watched are the files that a run may read, and the settings.
var watched = []string{"**/*.{yaml,yml,json,tf,tofu,tfvars,tpl,j2,rego}", "**/.gitignore"}

func (s *server) initialized(*protocol.InitializedParams) (any, error) {
	if !s.client.watches {
		return nil, nil
	}
	var watchers []protocol.FileSystemWatcher
	for _, glob := range watched {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: glob})
	}
	s.wire.request("client/registerCapability", protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers},
	}}})
	return nil, nil
}

// foldersChanged adds and removes folders. What was linted outside of all folders may be in one now, so it begins anew.
func (s *server) foldersChanged(p *protocol.DidChangeWorkspaceFoldersParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	removed := map[string]bool{}
	for _, folder := range p.Event.Removed {
		removed[pathOf(folder.URI)] = true // it may be gone from the disk
	}
	s.workspaces = slices.DeleteFunc(s.workspaces, func(w *workspace) bool {
		if w.isGone = !w.isFolder || removed[w.named]; w.isGone {
			s.withdraw(w)
		}
		return w.isGone
	})
	var added []string
	for _, folder := range p.Event.Added {
		added = append(added, folder.URI)
	}
	s.addFolders(added)
	for _, d := range s.documents { // in any order: each is linted
		if d.path != "" {
			s.touch(s.workspaceFor(d.path))
		}
	}
	return nil, nil
}
