package lsp_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestMain makes the program of the tests the server that a real editor starts.
func TestMain(m *testing.M) {
	if os.Getenv("KARPLINT_TEST_SERVES") != "" {
		os.Exit(cli.Main(append([]string{"karplint"}, os.Args[1:]...), os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

const wantNeovim = `0 diagnostics
1 diagnostics
  line 9 KL503 nodeSelector uses "karpenter.sh/provisioner-name", which no node of a NodePool has
hover: **KL503: Pods select nodes by the label karpenter.sh/provisioner-name** (provisioner-name-selector)
action: Rename it to karpenter.sh/nodepool
0 diagnostics
line 9:       nodeSelector: {"𝒳": a, karpenter.sh/nodepool: b}
1 diagnostics
  line 6 KL541 weight 101 is above the maximum of 100
1 diagnostics
  line 7 KL000 does not parse: mapping values are not allowed in this context
completion: weight
line 6:   weight: 
0 diagnostics
the server has ended: true
`

// TestNeovim: a person opens files in Neovim, edits them, sees what is wrong, and lets karplint fix it.
func TestNeovim(t *testing.T) {
	script, err := filepath.Abs("testdata/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	dir := put(t, map[string]string{
		".karplint.yaml": "karpenter-version: 1.8.1\nignore: [KL509, KL511, KL515]\n",
		"web.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n" +
			"    metadata: {labels: {app: web}}\n    spec:\n      nodeSelector: {}\n      containers: [{name: web, image: web}]\n",
		"pool.yaml": "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default\nspec:\n  weight: 101\n  template:\n    spec:\n" +
			"      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}\n      requirements: []\n",
	})
	if output := nvim(t, dir, "-c", "luafile "+script); output != wantNeovim {
		t.Errorf("%s", diff.Unified("neovim", []byte(wantNeovim), []byte(output)))
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "pool.yaml")); !strings.Contains(string(text), "\n  weight: 10\n") {
		t.Errorf("what was saved:\n%s", text)
	}
}

// TestNeovimConfiguration: what the documentation says for old versions of Neovim starts the server once for two files of a repository, and also in
// a new file of Terraform, which Neovim takes for one of TinyFugue.
func TestNeovimConfiguration(t *testing.T) {
	page, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```lua\n")
	if len(blocks) < 3 {
		t.Fatal("the page has no second block of Lua")
	}
	configuration, _, _ := strings.Cut(blocks[2], "```")
	dir := put(t, map[string]string{"init.lua": configuration, "one/pod.yaml": pod, "two/pod.yaml": pod, ".git/HEAD": "ref: refs/heads/main\n"})
	output := nvim(t, dir, "-c", "luafile init.lua", "-c", "filetype on", "-c", "edit one/pod.yaml", "-c", "edit two/pod.yaml",
		"-c", "edit new.tf", "-c",
		`lua vim.wait(30000, function() return #vim.diagnostic.get() == 2 end, 10)
		io.stdout:write(#vim.lsp.get_active_clients() .. ' client, ' .. #vim.diagnostic.get() .. ' diagnostics, ' ..
			#vim.tbl_keys(vim.lsp.buf_get_clients(0)) .. ' in new.tf')`, "-c", "qall!")
	if want := "1 client, 2 diagnostics, 1 in new.tf"; output != want {
		t.Errorf("%s, want %s", output, want)
	}
}

// TestNeovimAddresses: Neovim writes %c3%a9 where the server writes %C3%A9. What the server has shown of a file is not lost when the file is opened.
func TestNeovimAddresses(t *testing.T) {
	dir := put(t, map[string]string{"é/one.yaml": pod, "é/two.yaml": pod})
	output := nvim(t, dir, "-c", "edit é/one.yaml", "-c",
		`lua client = vim.lsp.start_client({ name = 'karplint', cmd = { 'karplint', 'lsp' }, root_dir = vim.fn.getcwd() })
		vim.lsp.buf_attach_client(0, client)
		vim.wait(30000, function() return #vim.diagnostic.get() == 2 end, 10)
		vim.cmd('edit é/two.yaml')
		vim.lsp.buf_attach_client(0, client)
		vim.lsp.buf_request_sync(0, 'textDocument/codeAction', vim.tbl_extend('error', vim.lsp.util.make_range_params(),
			{ context = { diagnostics = {} } }), 30000) -- which waits for the diagnostics
		io.stdout:write(#vim.diagnostic.get(0) .. ' diagnostics')`, "-c", "qall!")
	if want := "1 diagnostics"; output != want {
		t.Errorf("%s, want %s", output, want)
	}
}

// nvim runs Neovim without a configuration in a directory, with this program as karplint, and returns what it prints.
func nvim(t *testing.T, dir string, arguments ...string) string {
	t.Helper()
	editor, err := exec.LookPath("nvim")
	if err != nil {
		golden.Skip(t, "Neovim is not installed; .ci/run takes it from Debian")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(program, filepath.Join(bin, "karplint")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, editor, append([]string{"--headless", "-u", "NONE", "-i", "NONE", "-n"}, arguments...)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "KARPLINT_TEST_SERVES=1", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"XDG_CACHE_HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir())
	output, err := command.Output()
	if err != nil {
		t.Errorf("nvim: %v", err)
	}
	return string(output)
}
