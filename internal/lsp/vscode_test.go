package lsp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
)

// stubs stand for the editor and for the library of the extension: they print what it starts.
const stubs = `
const Module = require('module'), load = Module._load;
const settings = { path: '/opt/karplint', arguments: ['--karpenter-version', '1.8.1'] };
const vscode = {
  workspace: { getConfiguration: () => ({ get: (name) => settings[name] }) },
  window: { showErrorMessage: (text) => console.log(text) },
  commands: { registerCommand: (name, run) => { console.log('command', name); return run; } },
};
class LanguageClient {
  constructor(id, name, server, options) {
    console.log(id, server.command, server.args.join(' '), options.documentSelector.map((d) => d.scheme + ':' + d.language).join(' '));
  }
  async start() { console.log('started'); }
  isRunning() { return true; }
  async stop() { console.log('stopped'); }
}
Module._load = (name, ...rest) => ({ vscode, 'vscode-languageclient/node': { LanguageClient } })[name] || load(name, ...rest);
const extension = require(process.argv[1]);
extension.activate({ subscriptions: [] }).then(extension.deactivate);
`

const wantVSCode = `command karplint.restart
karplint /opt/karplint lsp --karpenter-version 1.8.1 file:yaml untitled:yaml file:json untitled:json file:jsonc untitled:jsonc ` +
	`file:helm untitled:helm file:terraform untitled:terraform file:terraform-vars untitled:terraform-vars file:opentofu untitled:opentofu
started
stopped
`

// TestVSCode: the extension starts the server with its settings, and ends it.
func TestVSCode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		golden.Skip(t, "Node.js is not installed; .ci/run takes it from Debian")
	}
	extension, err := filepath.Abs("../../editors/vscode/extension.js")
	if err != nil {
		t.Fatal(err)
	}
	output, err := exec.CommandContext(t.Context(), node, "-e", stubs, extension).CombinedOutput()
	if err != nil || string(output) != wantVSCode {
		t.Errorf("%v\n%s", err, output)
	}
	if _, err := os.Stat("../../editors/vscode/package-lock.json"); err != nil {
		t.Error(err)
	}
	manifest, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`file:(\S+)`).FindAllStringSubmatch(wantVSCode, -1) {
		if !strings.Contains(string(manifest), `"onLanguage:`+m[1]+`"`) {
			t.Errorf("a file of %s does not start the extension", m[1])
		}
	}
}
