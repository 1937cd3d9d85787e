package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

const pod = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers: [{name: web, image: web}]
      nodeSelector:
        karpenter.sh/provisioner-name: default
`

// TestLife: what the protocol says about the first and the last messages.
func TestLife(t *testing.T) {
	c := connect(t, t.TempDir())
	if m := c.request("textDocument/hover", nil); m.Error == nil || m.Error.Code != -32002 {
		t.Errorf("before initialize: %+v", m)
	}
	c.notify("textDocument/didOpen", map[string]any{})
	c.request("initialize", map[string]any{"capabilities": map[string]any{}})
	if m := c.request("initialize", map[string]any{"capabilities": map[string]any{}}); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("initialize again: %+v", m)
	}
	if m := c.request("textDocument/rename", map[string]any{}); m.Error == nil || m.Error.Code != -32601 {
		t.Errorf("an unknown method: %+v", m)
	}
	if m := c.request("textDocument/hover", []int{1}); m.Error == nil || m.Error.Code != -32602 {
		t.Errorf("other parameters: %+v", m)
	}
	c.request("shutdown", nil)
	if m := c.request("textDocument/hover", map[string]any{}); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("after shutdown: %+v", m)
	}
	c.notify("exit", nil)
	if code := c.code(); code != 0 {
		t.Errorf("the exit code is %d", code)
	}
}

// TestExitCodes: an exit without shutdown, and the end of the input, are 1.
func TestExitCodes(t *testing.T) {
	c := startClient(t, t.TempDir(), nil)
	c.notify("exit", nil)
	if code := c.code(); code != 1 {
		t.Errorf("exit without shutdown: %d", code)
	}
	c = startClient(t, t.TempDir(), nil)
	_ = c.in.Close()
	if code := c.code(); code != 1 {
		t.Errorf("the end of the input: %d", code)
	}
	c = startClient(t, t.TempDir(), nil)
	c.raw("Hello\r\n\r\n") // nothing tells where the next message begins
	if code := c.code(); code != 1 {
		t.Errorf("a header without a length: %d", code)
	}
}

// TestBrokenMessages: the server answers what is no message with an error, and goes on.
func TestBrokenMessages(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"pod.yaml": pod}), nil)
	for _, body := range []string{
		"{", "", "null", "[]", "7", `{"jsonrpc": "2.0"}`, `{"method": 7}`, `{"id": {}, "method": []}`, "\xff\xfe", strings.Repeat("[", 100_000),
	} {
		c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
	}
	c.raw("Content-Length: 44\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" + `{"jsonrpc":"2.0","method":"$/cancelRequest"}`)
	c.notify("$/setTrace", map[string]any{"value": "off"})
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri("none.yaml"), "version": 3}, "contentChanges": []any{}})
	c.notify("textDocument/didChange", "text")
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "untitled:1"}})
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "%%%", "type": 9}}})
	c.open("pod.yaml")
	if found := c.await("pod.yaml"); len(found) != 1 {
		t.Errorf("%d diagnostics", len(found))
	}
	if code := c.stop(); code != 0 {
		t.Errorf("the exit code is %d", code)
	}
}

// TestHostileDocuments: places, addresses and texts that no editor sends.
func TestHostileDocuments(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"pod.yaml": pod}), nil)
	far := protocol.Position{Line: 1<<32 - 1, Character: 1<<32 - 1}
	c.open("pod.yaml")
	c.change("pod.yaml", protocol.TextEdit{Range: protocol.Range{Start: far, End: at(0, 0)}, NewText: "# end\n"})
	if found := c.await("pod.yaml"); len(found) != 1 {
		t.Errorf("%d diagnostics after an edit beyond the end", len(found))
	}
	for _, uri := range []string{c.uri("pod.yaml"), c.uri("none.yaml"), "untitled:1", "", "file:///", "\x00"} {
		document := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": far}
		for _, method := range []string{"textDocument/hover", "textDocument/completion"} {
			if m := c.request(method, document); m.Error != nil {
				t.Errorf("%s of %q: %+v", method, uri, m.Error)
			}
		}
		if uri != c.uri("pod.yaml") {
			document["range"], document["context"] = whole, map[string]any{"diagnostics": []any{}}
			if m := c.request("textDocument/codeAction", document); m.Error != nil || string(m.Result) != "[]" {
				t.Errorf("actions of %q: %s, %+v", uri, m.Result, m.Error)
			}
		}
	}
	for _, text := range []string{
		strings.Repeat("a: {", 20_000), strings.Repeat("- ", 50_000), "\x00\x01\x1b[31m: karpenter", strings.Repeat("x", 1<<20),
		"a: &a [*a, *a]\nkarpenter: 1", "\ufeff" + pod, "karpenter: \"" + strings.Repeat("\u202e", 1000),
	} {
		c.replace("pod.yaml", text)
	}
	c.replace("pod.yaml", pod)
	if found := c.await("pod.yaml"); len(found) != 1 {
		t.Errorf("%d diagnostics at last", len(found))
	}
	c.stop()
}

// TestHugeDocument: what lint would not read is not read here either, and said so.
func TestHugeDocument(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"pod.yaml": pod}), nil)
	c.open("pod.yaml")
	c.replace("pod.yaml", pod+strings.Repeat("# a comment\n", 3<<20))
	if found := c.await("pod.yaml"); len(found) != 1 || !strings.Contains(found[0].Message, "larger than 32 MiB") {
		t.Errorf("%+v", found)
	}
	c.replace("pod.yaml", pod)
	if found := c.await("pod.yaml"); len(found) != 1 || strings.Contains(found[0].Message, "larger") {
		t.Errorf("%+v", found)
	}
	c.stop()
}

// TestOutside: a file outside of all folders is linted with its repository, one that nobody has saved yet like the others, and an untitled buffer
// only helps to write.
func TestOutside(t *testing.T) {
	dir := put(t, map[string]string{"folder/pod.yaml": pod, "repo/pod.yaml": pod, "repo/.git/HEAD": "ref: refs/heads/main\n", "repo/other.yaml": pod,
		"folder/.gitignore": "ignored/\n", "folder/ignored/pod.yaml": pod})
	c := connect(t, dir)
	c.request("initialize", map[string]any{"rootUri": c.uri("folder"), "capabilities": map[string]any{}})
	for path, want := range map[string]int{"folder/pod.yaml": 1, "repo/pod.yaml": 1, "folder/ignored/pod.yaml": 0} {
		if c.open(path); len(c.await(path)) != want {
			t.Errorf("%s: %d diagnostics, want %d", path, len(c.await(path)), want)
		}
	}
	c.openText("folder/new.yaml", pod)
	if found := c.await("folder/new.yaml"); len(found) != 1 {
		t.Errorf("a new file: %d diagnostics", len(found))
	}
	text := "apiVersion: karpenter.sh/v1\nkind: NodePool\nspec:\n  we\n"
	c.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": "untitled:1", "languageId": "yaml", "version": 1, "text": text}})
	m := c.request("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": "untitled:1"}, "position": at(3, 4)})
	if !strings.Contains(string(m.Result), `"label":"weight"`) {
		t.Errorf("completion in an untitled buffer: %s", m.Result)
	}
	c.stop()
}

// TestMistakes: a wrong option of the editor, and a mistake in the configuration, are shown, and once they are corrected the server goes on.
func TestMistakes(t *testing.T) {
	c := startClient(t, put(t, map[string]string{"pod.yaml": pod}), map[string]any{"karpenter-versoin": "1.0.8"})
	c.openText("pod.yaml", pod)
	c.until("a message", func() bool {
		return len(c.shown) > 0 && strings.Contains(c.shown[0], `unknown flag "karpenter-versoin"; did you mean "--karpenter-version"?`)
	})
	c.stop()

	dir := put(t, map[string]string{"pod.yaml": pod, ".karplint.yaml": "slect: [KL5]\n"})
	c = startClient(t, dir, nil)
	c.openText("pod.yaml", pod)
	c.until("a diagnostic of the configuration", func() bool {
		of := c.diagnostics[c.uri(".karplint.yaml")].Diagnostics
		return len(of) == 1 && of[0].Range.Start == at(0, 0)
	})
	if err := os.WriteFile(filepath.Join(dir, ".karplint.yaml"), []byte("ignore: [KL503]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": c.uri(".karplint.yaml"), "type": 2}}})
	if found := c.await("pod.yaml"); len(found) != 0 {
		t.Errorf("a rule that is ignored: %+v", found)
	}
	c.until("no mistake", func() bool { return len(c.diagnostics[c.uri(".karplint.yaml")].Diagnostics) == 0 })
	c.stop()
}

// TestOptions: initializationOptions and flags set the release, and the flag of the command line gives way.
func TestOptions(t *testing.T) {
	dir := put(t, map[string]string{"pod.yaml": pod, "other.yaml": "ignore: [KL503]\n"})
	for _, test := range []struct {
		options any
		flags   []string
		want    int
	}{
		{nil, nil, 1}, {nil, []string{"--karpenter-version", "0.31.0"}, 0}, {map[string]any{"karpenter-version": "0.31.0"}, nil, 0},
		{map[string]any{"karpenter-version": "1.0.8"}, []string{"--karpenter-version", "0.31.0"}, 1},
		{map[string]any{"select": []string{"KL501", "KL502"}}, nil, 0},
		{map[string]any{"config": "other.yaml"}, nil, 0}, {nil, []string{"--config", filepath.Join(dir, "other.yaml")}, 0},
		{map[string]any{"config": "other.yaml", "ignore": "KL1"}, []string{"--config", "none.yaml"}, 1},
	} {
		c := startClient(t, dir, test.options, test.flags...)
		c.open("pod.yaml")
		if found := c.await("pod.yaml"); len(found) != test.want {
			t.Errorf("%v, %v: %d diagnostics, want %d", test.options, test.flags, len(found), test.want)
		}
		c.stop()
	}
}

// TestFolders: a file outside of all folders is linted with one that is added, and alone again once that is removed.
func TestFolders(t *testing.T) {
	dir := put(t, map[string]string{"one/pod.yaml": pod, "two/pod.yaml": pod, "two/.karplint.yaml": "ignore: [KL503]\n"})
	c := connect(t, dir)
	c.request("initialize", map[string]any{"rootUri": c.uri("one"), "capabilities": map[string]any{}})
	c.open("two/pod.yaml")
	folder := func(name string) []any { return []any{map[string]any{"uri": c.uri(name), "name": name}} }
	c.open("one/pod.yaml")
	for _, step := range []struct {
		added, removed []any
		path           string
		want           int
	}{
		{folder("two"), nil, "two/pod.yaml", 0}, {nil, folder("two"), "two/pod.yaml", 0}, {nil, folder("one"), "one/pod.yaml", 1},
		{folder("one"), folder("none"), "one/pod.yaml", 1},
	} {
		c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": step.added, "removed": step.removed}})
		c.change(step.path, protocol.TextEdit{})
		if found := c.await(step.path); len(found) != step.want {
			t.Errorf("%v and without %v: %d diagnostics in %s", step.added, step.removed, len(found), step.path)
		}
	}
	c.stop()
}
