// Starts `karplint lsp` and connects it with the editor. Everything else is in the server.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function start() {
  const settings = vscode.workspace.getConfiguration('karplint');
  const server = { command: settings.get('path'), args: ['lsp', ...settings.get('arguments')] };
  client = new LanguageClient('karplint', 'karplint', server, {
    documentSelector: ['yaml', 'json', 'jsonc', 'helm', 'terraform', 'terraform-vars', 'opentofu'].flatMap((language) => [
      { scheme: 'file', language },
      { scheme: 'untitled', language },
    ]),
  });
  return client.start().catch((error) => {
    vscode.window.showErrorMessage(`karplint does not start: ${error.message}; install it, or set karplint.path`);
  });
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('karplint.restart', async () => {
      await exports.deactivate();
      await start();
    }),
  );
  return start();
};

exports.deactivate = async () => {
  const old = client;
  client = undefined;
  if (old?.isRunning()) {
    await old.stop();
  }
};
