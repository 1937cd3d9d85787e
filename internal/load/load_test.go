package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/karplint/karplint/base/regular"
)

// tree makes the files (path → text) in a new directory; a text "-> x" makes a link to x.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range files {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, full)
		} else {
			err = os.WriteFile(full, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func paths(l *Listing) string {
	var names []string
	for _, f := range l.Files {
		names = append(names, f.Path)
	}
	return strings.Join(names, " ")
}

func TestList(t *testing.T) {
	files := map[string]string{
		"a.yaml": "", "b.yml": "", "c.json": "", "d.txt": "", "e.tf": "", "f.tf.json": "", "G.YAML": "",
		"sub/x.yaml": "", "sub/deep/y.yaml": "", "dir.yaml/z.yaml": "", "_helpers.tpl": "", "t.yaml.tftpl": "", "u.yml.TPL": "", "v.txt.tpl": "",
		".git/config.yaml": "", ".terraform/m.yaml": "", "node_modules/n.yaml": "", ".hidden/h.yaml": "",
	}
	everything := "G.YAML a.yaml b.yml c.json dir.yaml/z.yaml sub/deep/y.yaml sub/x.yaml t.yaml.tftpl u.yml.TPL"
	root := tree(t, files)
	for name, test := range map[string]struct {
		paths     []string
		exclude   []string
		want      string
		terraform int
	}{
		"directory":              {paths: []string{"."}, want: ".hidden/h.yaml " + everything, terraform: 2},
		"absolute":               {paths: []string{root}, want: ".hidden/h.yaml " + everything, terraform: 2},
		"file and its directory": {paths: []string{"sub/x.yaml", "./sub/../sub", "sub/x.yaml"}, want: "sub/deep/y.yaml sub/x.yaml"},
		"any named file":         {paths: []string{"d.txt"}, want: "d.txt"},
		"named terraform":        {paths: []string{"e.tf"}, want: "", terraform: 1},
		"named skipped tree":     {paths: []string{"node_modules"}, want: "node_modules/n.yaml"},
		"exclude by name":        {paths: []string{"sub"}, exclude: []string{"deep"}, want: "sub/x.yaml"},
		"exclude by path":        {paths: []string{"sub"}, exclude: []string{"/sub/*.yaml"}, want: "sub/deep/y.yaml"},
		"exclude everywhere": {paths: []string{"."}, exclude: []string{"**/*.yaml", "./.hidden/"}, want: "G.YAML b.yml c.json t.yaml.tftpl u.yml.TPL",
			terraform: 2},
		"exclude a named file": {paths: []string{"a.yaml"}, exclude: []string{"a.yaml"}, want: "a.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			l := List(test.paths, Options{Dir: root, Scopes: always(&Scope{Dir: root, Exclude: test.exclude})})
			if got := paths(l); got != test.want || l.Terraform != test.terraform || len(l.Errors) != 0 {
				t.Errorf("got %q, %d Terraform, errors %v\nwant %q, %d", got, l.Terraform, l.Errors, test.want, test.terraform)
			}
		})
	}
}

func TestListAlso(t *testing.T) {
	root := tree(t, map[string]string{"a.yaml": "", "deploy.sh": "", "notes.txt": "", ".git/hook.sh": "", "sub/x.sh": "-> ../deploy.sh", "main.tf": ""})
	l := List([]string{"."}, Options{Dir: root, Also: func(name string) bool { return strings.HasSuffix(name, ".sh") }})
	if got, want := paths(l), "a.yaml deploy.sh"; got != want || l.Terraform != 1 {
		t.Errorf("got %q and %d of Terraform, want %q and 1", got, l.Terraform, want)
	}
}

func TestListFromBelow(t *testing.T) {
	root := tree(t, map[string]string{"a/x.yaml": "", "b/y.yaml": ""})
	l := List([]string{"../b", "x.yaml"}, Options{Dir: filepath.Join(root, "a")})
	if got := paths(l); got != "../b/y.yaml x.yaml" {
		t.Errorf("got %q", got)
	}
	if l.Files[0].Named || !l.Files[1].Named {
		t.Error("only x.yaml was named")
	}
	if l.Files[0].Root != filepath.Join(root, "b") || l.Files[1].Root != filepath.Join(root, "a") {
		t.Errorf("without a repository the directory is the root: %s, %s", l.Files[0].Root, l.Files[1].Root)
	}
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range List([]string{"../b", "x.yaml"}, Options{Dir: filepath.Join(root, "a")}).Files {
		if f.Root != root {
			t.Errorf("the repository is the root: %s", f.Root)
		}
	}
}

func TestListMissing(t *testing.T) {
	root := tree(t, map[string]string{"deploy.yaml": ""})
	l := List([]string{"deplyo.yaml", "deploy.yaml"}, Options{Dir: root})
	want := `deplyo.yaml: no such file or directory; did you mean "deploy.yaml"?`
	if len(l.Errors) != 1 || l.Errors[0].Error() != want {
		t.Errorf("got %v, want %s", l.Errors, want)
	}
	if got := paths(l); got != "deploy.yaml" {
		t.Errorf("the rest is listed: got %q", got)
	}
}

func TestGitignore(t *testing.T) {
	root := tree(t, map[string]string{
		".git/info/exclude":       "private.yaml\n",
		".gitignore":              "# built\r\nbuild/\r\n*.gen.yaml\n!keep.gen.yaml\n/top.yaml\n",
		"top.yaml":                "",
		"private.yaml":            "",
		"a.yaml":                  "",
		"x.gen.yaml":              "",
		"keep.gen.yaml":           "",
		"build/out.yaml":          "",
		"sub/.gitignore":          "/secret.yaml\n!x.gen.yaml\n",
		"sub/top.yaml":            "",
		"sub/secret.yaml":         "",
		"sub/x.gen.yaml":          "",
		"sub/deep/secret.yaml":    "",
		"sub/deep/build/out.yaml": "",
	})
	for path, want := range map[string]string{
		".":           "a.yaml keep.gen.yaml sub/deep/secret.yaml sub/top.yaml sub/x.gen.yaml",
		"sub":         "sub/deep/secret.yaml sub/top.yaml sub/x.gen.yaml",
		"sub/deep":    "sub/deep/secret.yaml",
		"build":       "build/out.yaml",
		"x.gen.yaml":  "x.gen.yaml",
		"./sub/deep/": "sub/deep/secret.yaml",
	} {
		if got := paths(List([]string{path}, Options{Dir: root})); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// TestDeepIgnoreFiles: the rules of a directory do not repeat those above it.
func TestDeepIgnoreFiles(t *testing.T) {
	root := tree(t, map[string]string{".git/x": "", ".gitignore": strings.Repeat("x\n", 1000), strings.Repeat("d/", 50) + ".gitignore": "y\n"})
	rules := ignoresAbove(filepath.Join(root, strings.Repeat("d/", 50)), nil)
	own := rules.addOwn(filepath.Join(root, strings.Repeat("d/", 50)))
	if own == rules || own.above != rules || len(own.patterns) != 1 {
		t.Errorf("%d own patterns of %d", len(own.patterns), len(rules.patterns))
	}
}

func TestGitignoreOfAWorktree(t *testing.T) {
	root := tree(t, map[string]string{
		"main/.git/info/exclude":           "private.yaml\n",
		"main/.git/worktrees/wt/commondir": "../..\n",
		"wt/.git":                          "gitdir: ../main/.git/worktrees/wt\n",
		"wt/private.yaml":                  "",
		"wt/a.yaml":                        "",
	})
	if got := paths(List([]string{"."}, Options{Dir: filepath.Join(root, "wt")})); got != "a.yaml" {
		t.Errorf("got %q", got)
	}
}

func TestLinks(t *testing.T) {
	root := tree(t, map[string]string{
		"tree/a.yaml":        "",
		"tree/0.yaml":        "-> a.yaml",
		"tree/loop":          "-> .",
		"tree/up":            "-> ../..",
		"tree/dir.yaml":      "-> ../outside",
		"tree/out.yaml":      "-> ../outside/b.yaml",
		"tree/out2.yaml":     "-> ../outside/b.yaml",
		"tree/dangling.yaml": "-> nowhere",
		"tree/self.yaml":     "-> self.yaml",
		"outside/b.yaml":     "",
		"link":               "-> tree",
	})
	l := List([]string{"tree"}, Options{Dir: root})
	if got := paths(l); got != "tree/a.yaml tree/out.yaml" {
		t.Errorf("got %q", got)
	}
	notes := strings.Join(l.Notes, "\n")
	if len(l.Errors) != 0 || !strings.Contains(notes, "tree/dangling.yaml: no such file") || !strings.Contains(notes, "tree/self.yaml: too many") {
		t.Errorf("errors %v, notes %v", l.Errors, l.Notes)
	}
	if got := paths(List([]string{"link", "tree"}, Options{Dir: root})); got != "link/a.yaml link/out.yaml" {
		t.Errorf("through a link: got %q", got)
	}
}

func karpenter(_ string, data []byte) bool { return bytes.Contains(data, []byte("karpenter")) }

func TestEach(t *testing.T) {
	files := map[string]string{"boom.yaml": "karpenter", "nil.yaml": "karpenter", "gone.yaml": "karpenter", "other.yaml": "x"}
	for i := range 50 {
		files[fmt.Sprintf("f%02d.yaml", i)] = "karpenter"
	}
	root := tree(t, files)
	l := List([]string{"."}, Options{Dir: root})
	if err := os.Remove(filepath.Join(root, "gone.yaml")); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var done []string
	o := l.Each(t.Context(), l.Files, karpenter, func(f File, data []byte) error {
		switch f.Path {
		case "boom.yaml":
			panic("boom")
		case "nil.yaml":
			var nothing *File
			_ = nothing.Path
		case "f07.yaml":
			return errors.New("not today")
		}
		mu.Lock()
		defer mu.Unlock()
		done = append(done, f.Path)
		return nil
	})
	if len(done) != 49 || slices.Contains(done, "other.yaml") {
		t.Errorf("done: %v", done)
	}
	if o.Read != 53 || o.Selected != 52 {
		t.Errorf("read %d, selected %d", o.Read, o.Selected)
	}
	want := []string{
		"boom.yaml: a bug in karplint: boom (load/load_test.go:",
		"not today",
		"gone.yaml: no such file or directory",
		"nil.yaml: a bug in karplint: runtime error: invalid memory address or nil pointer dereference (load/load_test.go:",
	}
	if len(o.Errors) != len(want) {
		t.Fatalf("errors: %v", o.Errors)
	}
	for i := range want {
		if !strings.HasPrefix(o.Errors[i].Error(), want[i]) {
			t.Errorf("error %q, want %q", o.Errors[i], want[i])
		}
	}
}

func TestEachStops(t *testing.T) {
	root := tree(t, map[string]string{"a.yaml": "", "b.yaml": ""})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	files := List([]string{"."}, Options{Dir: root}).Files
	for range 20 { // a worker may be ready at the same moment
		o := (&Listing{}).Each(ctx, files, karpenter, func(File, []byte) error { return nil })
		if o.Read < len(files) {
			return
		}
	}
	t.Error("an ended context never stopped it")
}

func TestNamedFilesAreAlwaysSelected(t *testing.T) {
	root := tree(t, map[string]string{"a.yaml": "x", "b.yaml": "x"})
	l := List([]string{"a.yaml", "."}, Options{Dir: root})
	var got string
	l.Each(t.Context(), l.Files, karpenter, func(f File, _ []byte) error { got += f.Path; return nil })
	if got != "a.yaml" {
		t.Errorf("got %q", got)
	}
}

func TestLargeFiles(t *testing.T) {
	root := tree(t, map[string]string{"plain.yaml": "", "karpenter.yaml": "", "small.yaml": "karpenter"})
	for _, name := range []string{"plain.yaml", "karpenter.yaml"} {
		if err := os.Truncate(filepath.Join(root, name), 100<<20); err != nil { // a hole: no disk is used
			t.Fatal(err)
		}
	}
	file, err := os.OpenFile(filepath.Join(root, "karpenter.yaml"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteAt([]byte("karpenter"), 60<<20-4); err != nil { // across two chunks
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o := (&Listing{}).Each(t.Context(), List([]string{"."}, Options{Dir: root}).Files, karpenter, func(f File, _ []byte) error {
		if f.Path != "small.yaml" {
			t.Errorf("%s is not to be read whole", f.Path)
		}
		return nil
	})
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
		t.Errorf("allocated %d MiB", used>>20)
	}
	want := "karpenter.yaml: larger than 32 MiB, the maximum"
	if o.Read != 2 || len(o.Errors) != 1 || o.Errors[0].Error() != want {
		t.Errorf("read %d, errors %v", o.Read, o.Errors)
	}

	o = (&Listing{}).Each(t.Context(), List([]string{"plain.yaml"}, Options{Dir: root}).Files, karpenter, nil)
	if len(o.Errors) != 1 {
		t.Error("a large file that is named is an error")
	}
}

func TestStdin(t *testing.T) {
	l, err := Stdin(strings.NewReader("karpenter"), "x.yaml", Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var got string
	o := l.Each(t.Context(), l.Files, karpenter, func(f File, data []byte) error { got = f.Path + ":" + string(data); return nil })
	if got != "x.yaml:karpenter" || o.Selected != 1 {
		t.Errorf("got %q, %+v", got, o)
	}
	if l, err := Stdin(strings.NewReader(""), "", Options{}); err != nil || l.Stdin != "<stdin>" || l.Files[0].Text() == nil {
		t.Errorf("empty input: %v", err)
	}
}

// TestStdinContext: the files around the name of standard input are read, but not a file of that name itself.
func TestStdinContext(t *testing.T) {
	root := tree(t, map[string]string{".git/HEAD": "", "infra/main.tf": "old", "infra/other.tf": "", "pool.yaml": ""})
	l, err := Stdin(strings.NewReader("new"), "main.tf", Options{Dir: filepath.Join(root, "infra"), Terraform: true, Context: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range l.Files {
		got = append(got, fmt.Sprint(f.Path, " ", f.Context, f.Terraform, string(f.Text())))
	}
	want := []string{"../pool.yaml true false", "main.tf false truenew", "other.tf true true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestContext: the context is the whole repository around the requested paths; outside of any repository it is the requested directory without its
// subdirectories.
func TestContext(t *testing.T) {
	files := map[string]string{"main.tf": "", "a/x.tf": "", "a/b/y.tf": "", "c/z.yaml": ""}
	for name, test := range map[string]struct {
		repository bool
		dir        string
		config     string
		path       string
		want       string // context in parentheses
	}{
		"file in a repository":      {repository: true, dir: "a", path: "b/y.tf", want: "(../c/z.yaml) (../main.tf) b/y.tf (x.tf)"},
		"directory in a repository": {repository: true, dir: ".", path: "a", want: "a/b/y.tf a/x.tf (c/z.yaml) (main.tf)"},
		"all of a repository":       {repository: true, dir: ".", path: ".", want: "a/b/y.tf a/x.tf c/z.yaml main.tf"},
		"file below":                {dir: "a", path: "b/y.tf", want: "b/y.tf"},
		"file below, configuration": {dir: "a", config: ".", path: "b/y.tf", want: "b/y.tf"},
		"file elsewhere":            {dir: "c", path: "../a/b/y.tf", want: "../a/b/y.tf"},
		"configuration above":       {dir: "c", config: ".", path: "../a/b/y.tf", want: "../a/b/y.tf"},
		"file among others":         {dir: ".", path: "a/x.tf", want: "a/x.tf"},
		"file at the top":           {dir: ".", path: "main.tf", want: "main.tf"},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, files)
			if test.repository {
				if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			o := Options{Dir: filepath.Join(root, test.dir), Terraform: true, Context: true}
			if test.config != "" {
				o.Scopes = always(&Scope{Dir: filepath.Join(root, test.config)})
			}
			l := List([]string{test.path}, o)
			var got []string
			for _, f := range l.Files {
				if f.Context {
					got = append(got, "("+f.Path+")")
				} else {
					got = append(got, f.Path)
				}
			}
			slices.Sort(got)
			want := strings.Fields(test.want)
			slices.Sort(want)
			if !slices.Equal(got, want) || len(l.Errors) > 0 {
				t.Errorf("got %q, errors %v; want %q", got, l.Errors, want)
			}
		})
	}
}

func always(scope *Scope) func(string) (*Scope, error) {
	return func(string) (*Scope, error) { return scope, nil }
}

// TestScopes: each file has the nearest scope above it, for any requested paths.
func TestScopes(t *testing.T) {
	root := tree(t, map[string]string{
		".git/HEAD": "", "conf": "", "x.yaml": "", "skip.yaml": "", "out/x.yaml": "", "out/conf": "",
		"a/conf": "", "a/x.yaml": "", "a/skip.yaml": "", "a/no.yaml": "", "a/b/no.yaml": "", "a/b/x.yaml": "",
	})
	scopes := map[string]*Scope{
		root:                       {Dir: root, Exclude: []string{"skip.yaml", "out"}},
		filepath.Join(root, "a"):   {Dir: filepath.Join(root, "a"), Exclude: []string{"no.yaml"}},
		filepath.Join(root, "out"): {Dir: filepath.Join(root, "out")},
	}
	broken := ""
	o := Options{Dir: root, Context: true, ScopeFile: "conf", Scopes: func(dir string) (*Scope, error) {
		for ; ; dir = filepath.Dir(dir) {
			switch {
			case dir == broken:
				return nil, errors.New("broken")
			case scopes[dir] != nil:
				return scopes[dir], nil
			}
		}
	}}
	list := func(paths ...string) string {
		l := List(paths, o)
		var got []string
		for _, f := range l.Files {
			if !f.Context {
				got = append(got, f.Path+"@"+filepath.Base(f.Scope.Dir))
			}
		}
		if l.Err != nil {
			got = append(got, l.Err.Error())
		}
		return strings.ReplaceAll(strings.Join(got, " "), filepath.Base(root), "root")
	}
	for paths, want := range map[string]string{
		".":                           "a/b/x.yaml@a a/skip.yaml@a a/x.yaml@a x.yaml@root",
		"a":                           "a/b/x.yaml@a a/skip.yaml@a a/x.yaml@a",
		"a/b":                         "a/b/x.yaml@a",
		"a/b/no.yaml x.yaml a/x.yaml": "a/b/no.yaml@a a/x.yaml@a x.yaml@root", // what is named is read
		"out":                         "out/x.yaml@out",
	} {
		if got := list(strings.Fields(paths)...); got != want {
			t.Errorf("%s: got %q, want %q", paths, got, want)
		}
	}
	broken = filepath.Join(root, "a")
	if got := list("a/b"); !strings.HasSuffix(got, "broken") {
		t.Errorf("below a broken one: %q", got)
	}
	if got := list("x.yaml"); got != "x.yaml@root" {
		t.Errorf("beside a broken one: %q", got)
	}
}

// TestLeftOut: a file in a part of a directory that is left out is not linted, converted or written, although Terraform reads it.
func TestLeftOut(t *testing.T) {
	files := map[string]string{
		".git/HEAD": "", ".gitignore": "ignored/\n*.gen.txt\n", "a.gen.txt": "", "a/link.txt": "-> ../.terraform/a.txt", "a/dir": "-> ../ignored",
	}
	calls := ""
	wanted := map[string]bool{"a.txt": true, "a/a.txt": true}
	for _, name := range []string{"a.txt", "a/a.txt", "ignored/a.txt", "ignored/b/a.txt", "skip/a.txt", "skip/b/a.txt", "broken/a.txt",
		".terraform/a.txt", "node_modules/b/a.txt"} {
		files[name] = ""
		if !wanted[name] {
			wanted[name] = false
		}
	}
	for _, name := range []string{"a.gen.txt", "a/link.txt", "a/dir/a.txt"} {
		wanted[name] = false
	}
	for name := range wanted {
		if _, exists := files[name]; exists && !strings.HasPrefix(files[name], "-> ") {
			files[name] = "apiVersion: karpenter.sh/v1\n"
		}
		calls += fmt.Sprintf("file(%q)\n", name)
	}
	files["main.tf"] = calls
	root := tree(t, files)
	o := Options{Dir: root, Terraform: true, Manifests: true, Scopes: func(dir string) (*Scope, error) {
		return &Scope{Dir: root, Exclude: []string{"skip"}, Broken: filepath.Base(dir) == "broken"}, nil
	}}
	listing := List([]string{"."}, o)
	for name, want := range wanted {
		_, listed := listing.Listed(name)
		_, found := listing.Find(name)
		if requested := listing.IsRequested(name); listed != want || found != want || requested != want {
			t.Errorf("%s: listed %t, requested %t, found %t, want %t", name, listed, requested, found, want)
		}
	}
	if !List([]string{"ignored"}, o).IsRequested("ignored/b/a.txt") {
		t.Error("what is named is not left out")
	}
}

func TestDisk(t *testing.T) {
	root := tree(t, map[string]string{
		"repo/.git/HEAD": "", "repo/a/main.tf": "a", "repo/shared/x.tf": "x", "outside/secret.tf": "s", "beside/m.tf": "m",
		"repo/a/in.tf": "-> ../shared/x.tf", "repo/a/out.tf": "-> ../../outside/secret.tf", "repo/a/tpl": "-> ../../outside",
		"repo/a/mod": "-> ../shared",
	})
	dir := filepath.Join(root, "repo")
	disk := List([]string{"a/main.tf"}, Options{Dir: dir, Terraform: true}).Disk()
	for path, want := range map[string]string{
		"a/main.tf": "a", "a/in.tf": "x", "a/mod/x.tf": "x",
		"../beside/m.tf":  "../beside/m.tf: not read: outside the repository",
		"a/out.tf":        "a/out.tf: not read: outside the repository",
		"a/tpl/secret.tf": "a/tpl/secret.tf: not read: outside the repository",
		"a/none.tf":       "a/none.tf: no such file or directory",
		"a":               "a: not a regular file",
	} {
		data, err := disk.ReadFile(path)
		got := string(data)
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), ": /")
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	if _, err := disk.ReadDir("a/tpl"); err == nil {
		t.Error("a link that leads out of the repository is listed")
	}
	outside := len(disk.Outside())
	if _, err := disk.ReadDir(".."); err == nil || len(disk.Outside()) > outside {
		t.Error("the directory above the repository is read, or named although no file refers to it")
	}
	if got := disk.Real("a/mod/x.tf"); got != "shared/x.tf" {
		t.Errorf("Real is %s", got)
	}
	if _, err := List([]string{"a"}, Options{Dir: dir, Terraform: true}).Disk().ReadFile("a/out.tf"); err == nil {
		t.Error("a link out of the repository in a requested directory is followed")
	}
	if _, err := List([]string{"a/out.tf"}, Options{Dir: dir, Terraform: true}).Disk().ReadFile("a/out.tf"); err != nil {
		t.Errorf("a link that is requested itself is not followed: %v", err)
	}
	for _, name := range []string{"a/main.tf", ""} {
		l, err := Stdin(strings.NewReader("new"), name, Options{Dir: dir, Terraform: true})
		if err != nil {
			t.Fatal(err)
		}
		if data, err := l.Disk().ReadFile("../outside/secret.tf"); err == nil {
			t.Errorf("standard input named %q reads a file outside of the repository: %s", name, data)
		}
	}
}

// TestScan: a large file is scanned in pieces that overlap.
func TestScan(t *testing.T) {
	needle := "karpenter"
	text := strings.Repeat(".", scanSize-4) + needle + strings.Repeat(".", scanSize)
	root := tree(t, map[string]string{"large": text, "empty": ""})
	disk := List([]string{root}, Options{Dir: root}).Disk()
	found, pieces := false, 0
	large, err := disk.Scan("large", func(data []byte) {
		pieces++
		found = found || strings.Contains(string(data), needle)
	})
	if err != nil || large || !found || pieces < 2 {
		t.Errorf("large %v, %d pieces, found %v, %v", large, pieces, found, err)
	}
	if large, err := disk.Scan("empty", func([]byte) {}); large || err != nil {
		t.Errorf("empty: %v, %v", large, err)
	}
}

// TestLinkOutside: a requested link out of the repository is read, but not the neighbours of its target.
func TestLinkOutside(t *testing.T) {
	root := tree(t, map[string]string{"repo/.git/HEAD": "", "repo/x.yaml": "-> ../other/x.yaml", "repo/y.yaml": "", "other/.git/HEAD": "",
		"other/x.yaml": "", "other/z.yaml": ""})
	l := List([]string{"x.yaml"}, Options{Dir: filepath.Join(root, "repo"), Context: true})
	if got := paths(l); got != "x.yaml y.yaml" {
		t.Errorf("got %q", got)
	}
}

// TestOpenedOnce: what was listed or scanned is not opened again, but comes from memory, even if the disk has nothing left.
func TestOpenedOnce(t *testing.T) {
	root := tree(t, map[string]string{".git/x": "", ".gitignore": "ignored.yaml\n", "a/k.yaml": "kind: A\n", "a/main.tf": "x = 1\n"})
	list := List([]string{root}, Options{Dir: root, Reader: regular.NewReader(1 << 10), Terraform: true, Context: true})
	disk := list.Disk()
	if _, err := disk.Scan("a/k.yaml", func([]byte) {}); err != nil || len(list.Files) != 2 {
		t.Fatalf("%v, %v", list.Files, err)
	}
	for _, name := range []string{"a/k.yaml", ".gitignore"} { // their bytes change
		if err := os.WriteFile(filepath.Join(root, name), []byte("changed"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(root, "a/main.tf")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a/k.yaml": "kind: A\n", ".gitignore": "ignored.yaml\n"} {
		if data, err := disk.ReadFile(name); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	if entries, err := disk.ReadDir("a"); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}
