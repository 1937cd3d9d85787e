package lsp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

// TestReopened: an editor may drop the diagnostics of a file that it closes. When it opens the file again, they come again, although they are the same.
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

// TestOtherAddress: VS Code writes more characters of an address as %XX than others do, and takes both addresses for the same. What is removed for the
// one comes before what is shown for the other.
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
