package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

// TestReopened: an editor may drop the diagnostics of a file that it closes. When it opens the file again, they come again, although they are as
// before.
func TestReopened(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"pod.yaml": pod}), nil)
	c.open("pod.yaml")
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("pod.yaml")}})
	c.settle()
	c.mu.Lock()
	delete(c.diagnostics, c.uri("pod.yaml"))
	c.mu.Unlock()
	c.open("pod.yaml")
	if found := c.await("pod.yaml"); len(found) != 1 {
		t.Errorf("%d diagnostics", len(found))
	}
	c.stop()
}

// TestOtherAddress: VS Code writes more characters of an address as %XX than others do, and takes both addresses for the same. What is removed for
// the one comes before what is shown for the other.
func TestOtherAddress(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"a+b/pod.yaml": pod, "a+b/other.yaml": pod}), nil)
	c.open("a+b/other.yaml") // so that the other file of the directory is shown, too
	var order []string
	c.mu.Lock()
	c.seen = func(_ string, m wireMessage) {
		if m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "pod.yaml") {
			order = append(order, string(m.Params))
		}
	}
	c.mu.Unlock()
	uri := strings.ReplaceAll(c.uri("a+b/pod.yaml"), "+", "%2B")
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "yaml", "version": 1, "text": pod}})
	c.until("diagnostics", func() bool { return len(c.diagnostics[uri].Diagnostics) == 1 })
	c.settle()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(order) != 2 || !strings.Contains(order[0], `"diagnostics":[]`) || !strings.Contains(order[1], "%2B") {
		t.Errorf("%q", order)
	}
}

// TestLinkedFolder: a folder that the editor has opened through a link has its files at addresses below the link.
func TestLinkedFolder(t *testing.T) {
	dir := put(t, map[string]string{"real/pod.yaml": pod, "real/other.yaml": pod})
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	c := connect(t, dir)
	c.request("initialize", map[string]any{"rootUri": c.uri("link"), "capabilities": map[string]any{}})
	c.open("link/pod.yaml")
	c.mu.Lock()
	defer c.mu.Unlock()
	for path, want := range map[string]int{"link/pod.yaml": 1, "link/other.yaml": 1, "real/pod.yaml": 0, "real/other.yaml": 0} {
		if got := len(c.diagnostics[c.uri(path)].Diagnostics); got != want {
			t.Errorf("%s: %d diagnostics, want %d", path, got, want)
		}
	}
}

// TestNestedFolder: a folder is added below another. The outer one does not remove the diagnostics of the inner one.
func TestNestedFolder(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"pod.yaml": pod, "inner/pod.yaml": pod}), nil)
	c.open("inner/pod.yaml")
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{map[string]any{"uri": c.uri("inner"), "name": "inner"}}, "removed": []any{}}})
	c.change("inner/pod.yaml", protocol.TextEdit{})
	c.open("pod.yaml") // the outer folder is linted
	if found := c.await("inner/pod.yaml"); len(found) != 1 {
		t.Errorf("%d diagnostics", len(found))
	}
	c.stop()
}

// TestRemovedFromDisk: a folder that is gone from the disk can be removed.
func TestRemovedFromDisk(t *testing.T) {
	dir := put(t, map[string]string{"pod.yaml": pod, "inner/pod.yaml": pod, "inner/.karplint.yaml": "ignore: [KL503]\n"})
	c := startClient(t, dir, nil)
	folders := func(added, removed []any) {
		c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": added, "removed": removed}})
	}
	inner := []any{map[string]any{"uri": c.uri("inner"), "name": "inner"}}
	folders(inner, nil)
	c.open("inner/pod.yaml")
	if err := os.RemoveAll(filepath.Join(dir, "inner")); err != nil {
		t.Fatal(err)
	}
	folders(nil, inner)
	c.change("inner/pod.yaml", protocol.TextEdit{})
	if found := c.await("inner/pod.yaml"); len(found) != 1 {
		t.Errorf("%d diagnostics", len(found))
	}
	c.stop()
}

// TestCursorInLine: the actions of a line are there wherever in it the cursor is, and the range of a hover contains the cursor, or there is none.
func TestCursorInLine(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"pod.yaml": pod}), nil)
	c.open("pod.yaml")
	for column, want := range map[uint32]int{0: 2, 20: 2, 46: 2} {
		place := protocol.Range{Start: at(8, column), End: at(8, column)}
		if actions := c.actions("pod.yaml", place); len(actions) != want {
			t.Errorf("column %d: %d actions", column, len(actions))
		}
	}
	if actions := c.actions("pod.yaml", protocol.Range{Start: at(7, 0), End: at(7, 19)}); len(actions) != 0 {
		t.Errorf("the line above: %d actions", len(actions))
	}
	c.replace("pod.yaml", "apiVersion: karpenter.sh/v1\nkind: NodePool\nspec:\n  weight: 10\n")
	for column := range uint32(12) {
		m := c.request("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("pod.yaml")}, "position": at(3, column)})
		var hover struct{ Range *protocol.Range }
		if err := json.Unmarshal(m.Result, &hover); err != nil {
			t.Fatal(err)
		}
		if r := hover.Range; r != nil && (column < r.Start.Character || r.End.Character < column) {
			t.Errorf("column %d: the range is %v", column, *r)
		}
	}
	c.stop()
}

// TestChangedMeanwhile: a client that cannot compare versions types into a file that a conversion changes. The edits are for the text that it has.
func TestChangedMeanwhile(t *testing.T) {
	dir := put(t, map[string]string{"class.yaml": oldClass, "pool.yaml": oldPool})
	c := connect(t, dir)
	c.request("initialize", map[string]any{"rootUri": c.uri(""), "capabilities": map[string]any{}})
	c.open("class.yaml")
	c.open("pool.yaml")
	c.changeOnly("class.yaml", protocol.TextEdit{NewText: "# one\n# two\n# three\n"})
	c.request("workspace/executeCommand", map[string]any{"command": "karplint.convert", "arguments": []any{c.uri("pool.yaml")}})
	c.settle()
	c.mu.Lock()
	defer c.mu.Unlock()
	text := c.texts["class.yaml"]
	for _, e := range c.edits {
		for _, change := range e.Changes[c.uri("class.yaml")] {
			text = edited(text, change)
		}
	}
	if want := "# one\n# two\n# three\napiVersion: karpenter.k8s.aws/v1"; !strings.HasPrefix(text, want) {
		t.Errorf("%q\n%s", c.shown, text)
	}
}
