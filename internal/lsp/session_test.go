package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	protocol "github.com/tliron/glsp/protocol_3_16"
	"golang.org/x/tools/txtar"
	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestSessions replays what an editor does, step by step, and compares all messages with those that were recorded. The comment of an archive has the
// steps, its files are those of the folder; positions are LINE:CHARACTER as the protocol counts them, from 0.
//
//	open FILE                        write FILE TEXT     on the disk, and tell the server
//	type FILE FROM-TO TEXT           save FILE           close FILE
//	hover FILE AT                    complete FILE AT
//	actions FILE FROM-TO [KIND]      apply TITLE         of the last actions, the first that begins so
func TestSessions(t *testing.T) {
	archives, err := filepath.Glob("testdata/sessions/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { replay(t, path) })
	}
}

const recorded = "messages.yaml"

func replay(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files, want := map[string]string{}, ""
	var kept []txtar.File
	for _, f := range archive.Files {
		if f.Name == recorded {
			want = string(f.Data)
			continue
		}
		kept = append(kept, f)
		files[f.Name] = strings.ReplaceAll(string(f.Data), "␍", "\r")
	}
	dir := put(t, files)
	var messages strings.Builder
	c := connect(t, dir)
	c.seen = func(direction string, m wireMessage) { record(t, &messages, c.dir, direction, m) }
	s := &script{client: c}
	uri := c.uri("")
	c.request("initialize", map[string]any{"rootUri": uri, "capabilities": map[string]any{
		"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}}}})
	for line := range strings.Lines(string(archive.Comment)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			s.step(line)
		}
	}
	if code := c.stop(); code != 0 {
		t.Errorf("the exit code is %d", code)
	}
	got := messages.String()
	switch {
	case got == want:
	case golden.Update():
		archive.Files = append(kept, txtar.File{Name: recorded, Data: []byte(got)})
		if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("other messages; look at them, and write them with -update:\n%s", diff.Unified(path, []byte(want), []byte(got)))
	}
}

// record writes a message as YAML, without the folder of this machine.
func record(t *testing.T, b *strings.Builder, dir, direction string, m wireMessage) {
	name := m.Method
	var content any
	switch {
	case m.Error != nil:
		name, content = "error", m.Error
	case m.Method == "":
		name, content = "result", withoutPages(m.Result)
	default:
		content = m.Params
	}
	raw, err := json.Marshal(content)
	if err != nil {
		t.Error(err)
	}
	text, err := yaml.JSONToYAML([]byte(strings.ReplaceAll(string(raw), filepath.ToSlash(dir), "/folder")))
	if err != nil {
		t.Error(err)
	}
	fmt.Fprintf(b, "%s %s\n", direction, name)
	for line := range strings.Lines(string(text)) {
		if line != "\n" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
}

// withoutPages returns a completion with the documentation of its first item only, because a person reads the record.
func withoutPages(result json.RawMessage) json.RawMessage {
	var completion struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []map[string]any `json:"items"`
	}
	if json.Unmarshal(result, &completion) != nil || len(completion.Items) == 0 {
		return result
	}
	for _, item := range completion.Items[1:] {
		delete(item, "documentation")
		delete(item, "filterText")
	}
	short, err := json.Marshal(completion)
	if err != nil {
		return result
	}
	return short
}

// script runs steps.
type script struct {
	*client
	last []protocol.CodeAction
}

func (s *script) step(line string) {
	s.t.Helper()
	words := strings.SplitN(line, " ", 3)
	command, file, rest := words[0], "", ""
	if len(words) > 1 {
		file = words[1]
	}
	if len(words) > 2 {
		rest = words[2]
	}
	document := map[string]any{"uri": s.uri(file)}
	switch command {
	case "open":
		s.open(file)
	case "type":
		place, text, _ := strings.Cut(rest, " ")
		s.change(file, protocol.TextEdit{Range: s.place(place), NewText: s.unquote(text)})
	case "write":
		if err := os.WriteFile(filepath.Join(s.dir, file), []byte(s.unquote(rest)), 0o600); err != nil {
			s.t.Fatal(err)
		}
		before := s.published()
		s.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": s.uri(file), "type": 2}}})
		s.until("other diagnostics", func() bool { return s.publishedLocked() != before })
		s.settle()
	case "save":
		if err := os.WriteFile(filepath.Join(s.dir, file), []byte(s.texts[file]), 0o600); err != nil {
			s.t.Fatal(err)
		}
		s.notify("textDocument/didSave", map[string]any{"textDocument": document})
	case "close":
		before := s.published()
		s.notify("textDocument/didClose", map[string]any{"textDocument": document})
		s.until("other diagnostics", func() bool { return s.publishedLocked() != before })
		s.settle()
	case "hover":
		s.request("textDocument/hover", map[string]any{"textDocument": document, "position": s.place(rest).Start})
	case "complete":
		s.request("textDocument/completion", map[string]any{"textDocument": document, "position": s.place(rest).Start})
	case "actions":
		place, only, isLimited := strings.Cut(rest, " ")
		if isLimited {
			s.last = s.actions(file, s.place(place), only)
		} else {
			s.last = s.actions(file, s.place(place))
		}
	case "apply":
		s.applyTitled(strings.TrimPrefix(line, "apply "))
	default:
		s.t.Fatalf("no step: %s", line)
	}
}

func (s *script) published() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.publishedLocked()
}

func (s *script) publishedLocked() string {
	text, _ := json.Marshal(s.diagnostics)
	return string(text)
}

func (s *script) applyTitled(title string) {
	s.t.Helper()
	for _, action := range s.last {
		if !strings.HasPrefix(action.Title, title) {
			continue
		}
		if action.Command != nil {
			s.request("workspace/executeCommand", map[string]any{"command": action.Command.Command, "arguments": action.Command.Arguments})
			s.mu.Lock()
			edits := s.edits
			s.edits = nil
			s.mu.Unlock()
			for _, e := range edits {
				s.apply(&e)
			}
			return
		}
		s.apply(action.Edit)
		return
	}
	s.t.Fatalf("no action begins with %q", title)
}

func (s *script) unquote(text string) string {
	s.t.Helper()
	plain, err := strconv.Unquote(text)
	if err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	return plain
}

// place reads 3:4-3:9, or 3:4.
func (s *script) place(text string) (r protocol.Range) {
	s.t.Helper()
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		to = from
	}
	if _, err := fmt.Sscanf(from+" "+to, "%d:%d %d:%d", &r.Start.Line, &r.Start.Character, &r.End.Line, &r.End.Character); err != nil {
		s.t.Fatalf("%s is no place: %v", text, err)
	}
	return r
}
