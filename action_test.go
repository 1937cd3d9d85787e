package karplint_test

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestAction runs what the GitHub Action runs, in clones like those of actions/checkout, with the environment that GitHub sets.
func TestAction(t *testing.T) {
	golden.NotInCheck(t)
	for _, name := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(name); err != nil {
			golden.Skip(t, "%s is not installed, which the action needs", name)
		}
	}
	origin := pullRequest(t, nil)
	releases := serveRelease(t)

	type inputs map[string]string
	for _, c := range []struct {
		name    string
		clone   []string // arguments of the clone
		ref     string   // what is checked out; "" for GitHub's merge of the pull request
		event   string   // "" for pull_request
		inputs  inputs
		code    int
		texts   []string
		without []string
	}{
		{name: "everything", code: 1,
			texts: []string{"::error file=old.yaml,line=9", "::error file=new dir/new.yaml,line=9", "KL501"}},
		{name: "new only", clone: []string{"--depth=2"}, inputs: inputs{"NEW_ONLY": "true"}, code: 1,
			texts: []string{"file=new dir/new.yaml"}, without: []string{"old.yaml"}},
		{name: "new only in a clone without the target", clone: []string{"--depth=1"}, inputs: inputs{"NEW_ONLY": "true"}, code: 2,
			texts: []string{`::error title=karplint::`, `add "with: {fetch-depth: 2}" to actions/checkout`}},
		{name: "new only on the head of the pull request", ref: "refs/heads/topic", inputs: inputs{"NEW_ONLY": "true"}, code: 1,
			texts: []string{"file=new dir/new.yaml"}, without: []string{"old.yaml"}},
		{name: "new only on the head of the pull request, alone", clone: []string{"--depth=1"}, ref: "refs/heads/topic",
			inputs: inputs{"NEW_ONLY": "true"}, code: 2, texts: []string{`add "with: {fetch-depth: 0}" to actions/checkout`}},
		{name: "new only on a push", clone: []string{"--depth=2"}, ref: "refs/heads/topic", event: "push", inputs: inputs{"NEW_ONLY": "true"}, code: 1,
			texts: []string{"file=new dir/new.yaml"}, without: []string{"old.yaml"}},
		{name: "paths", inputs: inputs{"PATHS": "\nnew dir\n\n"}, code: 1,
			texts: []string{"file=new dir/new.yaml"}, without: []string{"old.yaml"}},
		{name: "flags", inputs: inputs{"FORMAT": "concise", "KARPENTER_VERSION": "0.37.0", "FAIL_ON": "warning", "SARIF": "karplint.sarif"}, code: 1,
			texts: []string{"old.yaml:9:9: KL501 [warning]"}},
		{name: "a path that looks like code", inputs: inputs{"PATHS": "$(touch made) `touch made`\n--fix"},
			code: 2, texts: []string{"$(touch made) `touch made`"}},
		{name: "a wrong value", inputs: inputs{"NEW_ONLY": "yes"}, code: 2,
			texts: []string{"new-only: yes is neither true nor false"}},
		{name: "a wrong version", inputs: inputs{"VERSION": "latest"}, code: 2,
			texts: []string{"latest is no release"}},
		{name: "no such release", inputs: inputs{"VERSION": "v9.9.9"}, code: 2,
			texts: []string{"karplint_9.9.9_linux_amd64.tar.gz cannot be downloaded"}},
		{name: "a changed archive", inputs: inputs{"VERSION": "v1.2.4"}, code: 2,
			texts: []string{"does not have the checksum", "nothing of it was run"}, without: []string{"KL501"}},
		{name: "another checksum", inputs: inputs{"CHECKSUM": "00"}, code: 2,
			texts: []string{"does not have the checksum 00"}},
		{name: "from source", inputs: inputs{"VERSION": "source"}, code: 1, texts: []string{"KL501"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			clone := &repository{T: t, dir: t.TempDir()}
			clone.git("init", "-q")
			clone.git("remote", "add", "origin", "file://"+origin.dir)
			if c.clone == nil {
				clone.git("fetch", "-q", "origin")
			}
			clone.git(slices.Concat([]string{"fetch", "-q"}, c.clone, []string{"origin", cmp.Or(c.ref, "refs/pull/7/merge")})...)
			clone.git("checkout", "-q", "FETCH_HEAD")
			merge := strings.TrimSpace(origin.git("rev-parse", "refs/pull/7/merge"))
			temporary := t.TempDir()
			environment := actionDefaults(t)
			maps.Copy(environment, map[string]string{
				"RUNNER_TEMP": temporary, "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "GITHUB_SERVER_URL": releases, "GITHUB_WORKSPACE": clone.dir,
				"GITHUB_OUTPUT": filepath.Join(temporary, "output"), "GITHUB_STEP_SUMMARY": filepath.Join(temporary, "summary"),
				"GITHUB_EVENT_NAME": cmp.Or(c.event, "pull_request"), "GITHUB_SHA": merge, "GITHUB_BASE_REF": "main", "GITHUB_ACTIONS": "true", "CI": "true",
			})
			if c.event == "push" {
				environment["GITHUB_BASE_REF"] = ""
			}
			for name, value := range c.inputs {
				environment["INPUT_"+name] = value
			}
			for name, value := range environment {
				clone.environment = append(clone.environment, name+"="+value)
			}

			out, err := clone.run("bash", filepath.Join(environment["ACTION_PATH"], "action.sh"))
			if code := exitCode(err); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			for _, text := range c.texts {
				if !strings.Contains(out, text) {
					t.Errorf("the output lacks %q", text)
				}
			}
			for _, text := range c.without {
				if strings.Contains(out, text) {
					t.Errorf("the output has %q", text)
				}
			}
			wantText(t, filepath.Join(temporary, "output"), "exit-code="+string(rune('0'+c.code)))
			if c.code == 1 && c.inputs["FORMAT"] == "" {
				wantText(t, filepath.Join(temporary, "summary"), "KL501")
			}
			if name := c.inputs["SARIF"]; name != "" {
				wantText(t, filepath.Join(clone.dir, name), `"version": "2.1.0"`)
			}
			if _, err := os.Stat(filepath.Join(clone.dir, "made")); err == nil {
				t.Error("a path was run as code")
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// actionDefaults is the environment of the step in action.yml, with the default of each input, as for the release v1.2.3.
func actionDefaults(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				Run string
				Env map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(data, &action); err != nil {
		t.Fatal(err)
	}
	checkout, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{
		"${{ github.action_path }}": checkout, "${{ github.action_ref }}": "v1.2.3", "${{ github.action_repository }}": "karplint/karplint",
	}
	for name, input := range action.Inputs {
		values["${{ inputs."+name+" }}"] = input.Default
	}
	step := action.Runs.Steps[0]
	if step.Run != `bash "$ACTION_PATH/action.sh"` {
		t.Fatalf("the action runs %q", step.Run)
	}
	environment := map[string]string{}
	for name, expression := range step.Env {
		value, isKnown := values[expression]
		if !isKnown {
			t.Fatalf("%s is %q, which the action does not have", name, expression)
		}
		environment[name] = value
	}
	return environment
}

// serveRelease serves the release v1.2.3 of this checkout, and a release v1.2.4 whose archive is not the one of its checksums.
func serveRelease(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "karplint")
	if out, err := run(".", []string{"CGO_ENABLED=0"}, "go", "build", "-tags", "urfave_cli_no_docs", "-o", binary, "./cmd/karplint"); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	compressed := gzip.NewWriter(&archive)
	files := tar.NewWriter(compressed)
	err = files.WriteHeader(&tar.Header{Name: "karplint", Mode: 0o755, Size: int64(len(data))})
	if err == nil {
		_, err = files.Write(data)
	}
	if err != nil || files.Close() != nil || compressed.Close() != nil {
		t.Fatal("the archive cannot be written", err)
	}
	sum := sha256.Sum256(archive.Bytes())
	const base = "/karplint/karplint/releases/download/"
	served := map[string][]byte{
		base + "v1.2.3/karplint_1.2.3_linux_amd64.tar.gz": archive.Bytes(),
		base + "v1.2.3/checksums.txt":                     []byte(hex.EncodeToString(sum[:]) + "  karplint_1.2.3_linux_amd64.tar.gz\n"),
		base + "v1.2.4/karplint_1.2.4_linux_amd64.tar.gz": append(archive.Bytes(), 0),
		base + "v1.2.4/checksums.txt":                     []byte(hex.EncodeToString(sum[:]) + "  karplint_1.2.4_linux_amd64.tar.gz\n"),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, isServed := served[r.URL.Path]
		if !isServed {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data) // the action notices a lost connection
	}))
	t.Cleanup(server.Close)
	return server.URL
}
