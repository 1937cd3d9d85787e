package cli_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// secret is the text of a file outside of the repository, to which links in a tree lead.
const secret = "content-of-a-file-outside"

// FuzzTree lints and converts a tree of files, which is written as a txtar archive; a file called "a -> b" is a link. A run reports no bug, shows no
// text from outside of the tree, and prints the same twice. Files that parsed before still parse after a run that writes, and a second run writes
// nothing.
func FuzzTree(f *testing.F) {
	f.Setenv("GOGC", "400") // else each run would tune the collector
	add := func(archive *txtar.Archive) {
		if text := txtar.Format(archive); len(text) < fuzz.MaxSeed {
			f.Add(text, uint8(len(text)))
		}
	}
	fuzz.Archives(f, add, filepath.Join(goldenDir, "lint", "*.txtar"), filepath.Join(goldenDir, "charts", "*.txtar"),
		filepath.Join(goldenDir, "script", "*.txtar"),
		"../../lint/testdata/ways/*.txtar", "../../project/testdata/*.txtar", "../../conformance/testdata/helm/*.txtar")
	for mode := range uint8(4) {
		f.Add([]byte("-- a.yaml -> ../outside/secret.yaml --\n-- b.yaml --\nkind: Kustomization\nresources: [../outside/secret.yaml]\npatches: [{path: "+
			"../outside/secret.yaml}]\n-- .karplint.yaml -> ../outside/secret.yaml --\n"), mode)
		f.Add([]byte("-- main.tf --\nlocals { x = file(\"../outside/secret.yaml\") }\nresource \"helm_release\" \"karpenter\" {\n  chart = "+
			"\"karpenter\"\n  values = [local.x, templatefile(\"${path.module}/a.tpl\", {})]\n}\n-- a.tpl -> ../outside/secret.yaml --\n"), mode)
	}
	f.Fuzz(func(t *testing.T, text []byte, mode uint8) {
		repository := filepath.Join(t.TempDir(), "repository")
		if !writeTree(repository, txtar.Parse(text)) {
			return
		}
		t.Chdir(repository)
		tree := tree{t, costlyAs(text)}
		switch mode % 4 {
		case 0, 1:
			tree.sameTwice("lint", "--format", "json")
		case 2:
			tree.writesOnce("lint", "--unsafe-fixes", "--format", "concise")
		case 3:
			tree.sameTwice("convert", "--role", "NodeRole")
			tree.writesOnce("convert", "--role", "NodeRole", "--write")
		}
	})
}

// costlyAs returns the number of bytes that may cost as much as the text. A Terraform expression in a loop may take 1,000,000 steps in a root, even
// if it is short; that is a constant, so it does not show in the growth.
func costlyAs(text []byte) int {
	if bytes.Contains(text, []byte("for ")) || bytes.Contains(text, []byte("range(")) {
		return len(text) + 8<<10
	}
	return len(text)
}

// tree is the tree of files in the working directory.
type tree struct {
	*testing.T
	size int
}

// writeTree writes the files of an archive into a new directory, and reports whether their names allow that.
func writeTree(dir string, archive *txtar.Archive) bool {
	outside := filepath.Join(filepath.Dir(dir), "outside")
	for _, dir := range []string{filepath.Join(dir, ".git"), outside} {
		if os.MkdirAll(dir, 0o755) != nil {
			return false
		}
	}
	hidden := "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: " + secret + "}\nspec: {wrong: " + secret + "}\n"
	if os.WriteFile(filepath.Join(outside, "secret.yaml"), []byte(hidden), 0o600) != nil {
		return false
	}
	for _, f := range archive.Files {
		name, target, isLink := strings.Cut(f.Name, " -> ")
		full := filepath.Join(dir, name)
		if !filepath.IsLocal(name) || name == "." || strings.HasPrefix(path.Clean(name), ".git/") || len(full) > 200 ||
			os.MkdirAll(filepath.Dir(full), 0o755) != nil {
			return false
		}
		if isLink {
			if filepath.IsAbs(target) || os.Symlink(target, full) != nil {
				return false
			}
		} else if info, err := os.Lstat(full); err == nil && !info.Mode().IsRegular() || os.WriteFile(full, f.Data, 0o600) != nil {
			return false
		}
	}
	return true
}

// run runs a command line, and checks the laws that hold for every command.
func (t tree) run(args ...string) (output string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := 0
	fuzz.Bounded(t.T, t.size, func() {
		code = cli.Main(append([]string{"karplint"}, args...), strings.NewReader(""), &stdout, &stderr)
	})
	output = stdout.String() + stderr.String()
	if strings.Contains(output, "a bug in karplint") {
		t.Fatalf("%q tells a bug:\n%s", args, output)
	}
	if strings.Contains(output, secret) {
		t.Errorf("%q shows a file outside of the tree:\n%s", args, output)
	}
	if _, err := os.Lstat(config.Name); code > 1 && err != nil {
		t.Errorf("%q exits with %d:\n%s", args, code, output)
	}
	if i := strings.IndexFunc(output, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }); i >= 0 {
		t.Errorf("%q writes a control character: %q", args, output[max(0, i-40):i+1])
	}
	if args[0] == "lint" && strings.HasSuffix(strings.Join(args, " "), "json") && code < 2 && !json.Valid(stdout.Bytes()) {
		t.Errorf("no JSON:\n%s", stdout.String())
	}
	return output
}

func (t tree) sameTwice(args ...string) {
	t.Helper()
	if first, second := t.run(args...), t.run(args...); first != second {
		t.Errorf("%q writes\n%s\nand then\n%s", args, first, second)
	}
}

// writesOnce runs a command that writes twice, and checks that the second run changes nothing.
func (t tree) writesOnce(args ...string) {
	t.Helper()
	before := t.files()
	output := t.run(args...)
	once := t.files()
	t.run(args...)
	for name, text := range t.files() {
		if once[name] != text {
			t.Errorf("%q writes %s again:\n%q\nand first\n%q\n%s", args, name, text, once[name], output)
		}
	}
	for name, text := range once {
		if unread(name, text) > unread(name, before[name]) {
			t.Errorf("%q makes %s unreadable:\n%q\nwas\n%q", args, name, text, before[name])
		}
	}
	if outside, err := os.ReadFile("../outside/secret.yaml"); err != nil || strings.Count(string(outside), secret) != 2 {
		t.Errorf("%q changes a file outside of the tree: %v\n%s", args, err, outside)
	}
}

func (t tree) files() map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		texts[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// unread returns the number of documents in a file that do not parse.
func unread(name, text string) (n int) {
	f := model.NewFile(name, []byte(text))
	switch path.Ext(name) {
	case ".tf", ".tfvars":
		if _, err := hcl.Parse(f); err != nil {
			n++
		}
	case ".yaml", ".yml", ".json":
		yaml.Documents(f, func(_ *model.Document, err *yaml.ParseError) bool {
			if err != nil {
				n++
			}
			return true
		})
	}
	return n
}
