// Reads {name: text} from standard input, and parses each text with Mermaid. It prints what does not parse, and exits with 1.
import { JSDOM } from 'jsdom';
import { readFileSync } from 'node:fs';

const { window } = new JSDOM('<!DOCTYPE html><body></body>');
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');

let failed = false;
for (const [name, text] of Object.entries(JSON.parse(readFileSync(0, 'utf8')))) {
  try {
    const { diagramType } = await mermaid.parse(text);
    if (!diagramType.startsWith('flowchart')) throw new Error(`is a ${diagramType}`);
  } catch (error) {
    failed = true;
    console.error(`${name}: ${error.message}`);
  }
}
process.exit(failed ? 1 : 0);
