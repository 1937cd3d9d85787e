package lsp_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

// TestIncremental: after any changes of some files, a server that has seen them one after another has the diagnostics of one that begins with these
// texts. The changes are of all kinds that somebody who types makes, and some leave a text that does not parse.
func TestIncremental(t *testing.T) {
	golden.NotInCheck(t)
	for seed := range uint64(golden.Draws(2, 20)) {
		random := rand.New(rand.NewPCG(seed, 7))
		dir := examples(t)
		if seed%2 == 1 {
			dir = examplesOfRules(t, random)
		}
		c := startClient(t, dir, nil)
		paths := texts(t, dir)
		for range golden.Draws(5, 12) {
			path := paths[random.IntN(len(paths))]
			if _, isOpen := c.texts[path]; !isOpen {
				c.open(path)
			}
			for range 1 + random.IntN(4) {
				c.changeOnly(path, change(random, c.texts[path]))
			}
			if random.IntN(3) == 0 {
				c.await(path)
			}
		}
		for _, path := range slices.Sorted(maps.Keys(c.texts)) { // what is closed is as on the disk again
			if len(c.texts) > 1 && random.IntN(4) == 0 {
				c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}})
				delete(c.texts, path)
			}
		}
		for path := range c.texts {
			c.change(path, protocol.TextEdit{}) // with a version that has not been seen
		}
		fresh := startClient(t, dir, nil)
		for path, text := range c.texts {
			fresh.openText(path, text)
		}
		for path := range c.texts {
			fresh.await(path)
		}
		for path := range c.texts {
			fresh.change(path, protocol.TextEdit{}) // so that the run has all documents
		}
		if got, want := c.all(), fresh.all(); got != want {
			t.Errorf("seed %d: - is after the changes, + at once:\n%s", seed, diff.Unified("diagnostics", []byte(got), []byte(want)))
		}
		c.stop()
		fresh.stop()
	}
}

// all returns all diagnostics that are shown, without versions.
func (c *client) all() string {
	c.settle()
	c.mu.Lock()
	defer c.mu.Unlock()
	shown := map[string]json.RawMessage{}
	for uri, p := range c.diagnostics {
		if len(p.Diagnostics) > 0 {
			shown[strings.TrimPrefix(uri, c.uri(""))] = c.raws[uri]
		}
	}
	text, _ := json.MarshalIndent(shown, "", " ")
	return strings.ReplaceAll(string(text), c.dir, "")
}

// examples returns a copy of the examples of the documentation.
func examples(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"manifests", "terraform", "charts"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS("../../examples/"+part)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// examplesOfRules returns a folder with examples of rules, each of several files, in folders of their own.
func examplesOfRules(t *testing.T, random *rand.Rand) string {
	t.Helper()
	all, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, r := range all.All() {
		examples, err := r.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range examples.Cases {
			for _, f := range e.Files {
				if e.Bad && e.IsDirectory() && len(e.Before) == 0 {
					files[r.ID+"/"+e.Name+"/"+f.Name] = f.Text
				}
			}
		}
	}
	kept := map[string]string{}
	folders := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		folder := strings.Join(strings.Split(name, "/")[:3], "/")
		if _, isDrawn := folders[folder]; !isDrawn {
			folders[folder] = random.IntN(20) == 0
		}
		if folders[folder] {
			kept[name] = files[name]
		}
	}
	return put(t, kept)
}

// texts returns the paths of the files that a person edits.
func texts(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if ext := filepath.Ext(path); err == nil && e.Type().IsRegular() && (ext == ".yaml" || ext == ".tf" || ext == ".json") {
			rel, _ := filepath.Rel(dir, path)
			paths = append(paths, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// change returns a change of a text: something is typed, deleted, or a line is moved.
func change(random *rand.Rand, text string) protocol.TextEdit {
	lines := strings.SplitAfter(text, "\n")
	number := random.IntN(len(lines))
	line := strings.TrimRight(lines[number], "\r\n")
	column := 0
	if len(line) > 0 {
		column = random.IntN(len(line) + 1)
		for column < len(line) && !utf8.RuneStart(line[column]) {
			column--
		}
	}
	from := protocol.Position{Line: uint32(number), Character: uint32(len([]rune(line[:column])))}
	switch random.IntN(4) {
	case 0: // a word
		words := []string{"x", ": ", "karpenter.sh/provisioner-name: a", "  ", "\n", "- ", "{", "\"", "1.0.8", "𝒳", "# karplint:ignore KL501 -- why\n"}
		return protocol.TextEdit{Range: protocol.Range{Start: from, End: from}, NewText: words[random.IntN(len(words))]}
	case 1: // the rest of the line is deleted
		return protocol.TextEdit{Range: protocol.Range{Start: from, End: protocol.Position{Line: from.Line, Character: 1 << 20}}}
	case 2: // some lines are deleted
		end := min(number+1+random.IntN(3), len(lines)-1)
		return protocol.TextEdit{Range: protocol.Range{Start: at(uint32(number), 0), End: at(uint32(max(end, number)), 0)}}
	}
	return protocol.TextEdit{Range: protocol.Range{Start: at(uint32(number), 0), End: at(uint32(number), 0)}, NewText: lines[random.IntN(len(lines))]}
}
