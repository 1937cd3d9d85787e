package karplint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// ciPage is docs/ci.md, with what docs/report.md adds: snippets by the name in their first line, and those that no test has used yet.
type ciPage struct {
	*testing.T
	snippets map[string]string
	unused   map[string]bool
	bin      string // the directory of an installed karplint, and of programs that stand for others
}

var snippetPattern = regexp.MustCompile("(?ms)^```(\\w+)\n(?:#|//) ([^\n]+)\n(.*?)^```$")

func readCIPage(t *testing.T) *ciPage {
	t.Helper()
	p := &ciPage{T: t, snippets: map[string]string{}, unused: map[string]bool{}, bin: t.TempDir()}
	text := p.read("docs/ci.md")
	if fences := strings.Count(text, "```"); fences != 2*len(p.snippets) {
		t.Errorf("%d of %d snippets have a language and a name of their own", len(p.snippets), fences/2)
	}
	p.read("docs/report.md")
	return p
}

// read adds the snippets of a page that have a name, and returns the page.
func (p *ciPage) read(page string) string {
	p.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		p.Fatal(err)
	}
	for _, match := range snippetPattern.FindAllStringSubmatch(string(data), -1) {
		language, name, text := match[1], match[2], match[3]
		p.snippets[name], p.unused[name] = text, true
		var value any
		if err := yaml.UnmarshalStrict([]byte(text), &value); language == "yaml" && err != nil {
			p.Errorf("%s: %v", name, err)
		}
	}
	return string(data)
}

func (p *ciPage) run(name string, test func(*ciPage)) {
	p.Run(name, func(t *testing.T) { test(&ciPage{t, p.snippets, p.unused, p.bin}) })
}

func (p *ciPage) snippet(name string) string {
	p.Helper()
	text, exists := p.snippets[name]
	if !exists {
		p.Fatalf("the page has no snippet %s", name)
	}
	delete(p.unused, name)
	return text
}

// values are the texts at a path of a YAML snippet, such as jobs/lint/steps/run. The path goes through the entries of lists.
func (p *ciPage) values(name, path string) []string {
	p.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(p.snippet(name)), &value); err != nil {
		p.Fatal(err)
	}
	found := valuesAt(value, strings.Split(path, "/"))
	if len(found) == 0 {
		p.Fatalf("%s has nothing at %s", name, path)
	}
	return found
}

func valuesAt(value any, path []string) (found []string) {
	switch v := value.(type) {
	case string:
		if len(path) == 0 {
			found = append(found, v)
		}
	case []any:
		for _, entry := range v {
			found = append(found, valuesAt(entry, path)...)
		}
	case map[string]any:
		if len(path) > 0 {
			found = valuesAt(v[path[0]], path[1:])
		}
	}
	return found
}

// shell runs commands one after another, each in a shell as a CI does. The last one ends with the code, and the others with 0. The environment has a
// variable a line.
func (p *ciPage) shell(r *repository, code int, environment string, commands ...string) string {
	p.Helper()
	r.environment = append(strings.Split(environment, "\n"), "PATH="+p.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out string
	for i, command := range commands {
		text, err := r.run("sh", "-e", "-c", command)
		out += text
		want := 0
		if i == len(commands)-1 {
			want = code
		}
		if got := exitCode(err); got != want {
			p.Errorf("exit code %d, want %d: %s\n%s", got, want, command, text)
		}
	}
	return out
}

// clone is a clone as a CI makes it, with commands of git in an empty repository.
func (p *ciPage) clone(origin *repository, commands string) *repository {
	p.Helper()
	r := &repository{T: p.T, dir: p.TempDir()}
	r.git("init", "-q")
	r.git("remote", "add", "origin", "file://"+origin.dir)
	for command := range strings.SplitSeq(commands, ";") {
		r.git(strings.Fields(command)...)
	}
	return r
}

// install serves a release, writes the page's script for it into the repository, and runs it: karplint is then in p.bin.
func (p *ciPage) install(origin *repository) {
	p.Helper()
	server := serveRelease(p.T)
	sums, err := run(".", nil, "curl", "-fsS", server+"/karplint/karplint/releases/download/v1.2.3/checksums.txt")
	if err != nil {
		p.Fatal(err, sums)
	}
	r := &repository{T: p.T, dir: p.bin}
	script := strings.Replace(p.snippet("ci/karplint.sh"), "https://github.com/", server+"/", 1)
	p.shell(r, 1, "", script) // its checksum is not that of the archive
	p.shell(r, 1, "", "test -e karplint")
	script = strings.Replace(script, strings.Repeat("0", 64), strings.Fields(sums)[0], 1)
	p.shell(r, 0, "", script)
	origin.write(map[string]string{"ci/karplint.sh": script})
}

// program writes a shell script that stands for a program which the machine need not have.
func (p *ciPage) program(name, text string) {
	p.Helper()
	if err := os.WriteFile(filepath.Join(p.bin, name), []byte("#!/bin/sh\n"+text), 0o755); err != nil { //nolint:gosec // it must be executable
		p.Fatal(err)
	}
}

// pullRequest is a repository with the branch topic, which adds a finding, and the pull request of it. Both it and main have an old finding; main has
// another one since. First is called before the first commit.
func pullRequest(t *testing.T, first func(*repository)) *repository {
	t.Helper()
	r := &repository{T: t, dir: t.TempDir()}
	r.git("init", "-q", "-b", "main")
	r.write(map[string]string{".karplint.yaml": "karpenter-version: 1.0.8\n", "old.yaml": agentText("old")})
	if first != nil {
		first(r)
	}
	commit := func(message string) {
		r.git("add", "-A")
		r.git("commit", "-q", "-m", message)
	}
	commit("before")
	r.git("checkout", "-q", "-b", "topic")
	r.write(map[string]string{"new dir/new.yaml": agentText("new")})
	commit("topic")
	r.git("checkout", "-q", "main")
	r.write(map[string]string{"later.yaml": agentText("later")})
	commit("later")
	r.git("checkout", "-q", "--detach")
	r.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
	r.git("update-ref", "refs/pull/7/merge", "HEAD") // what GitHub makes of a pull request
	r.git("checkout", "-q", "main")
	return r
}
