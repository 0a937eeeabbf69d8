import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sourceStack } from '../../../src/shared/errors/source-stack.js';

/** Maps the first position of the built file to line 3, column 5 of its source. */
const MAP = { version: 3, sources: ['../src/rule.ts'], names: [], mappings: 'AAEI' };

function builtFile(name: string): { readonly folder: string; readonly file: string } {
  const root = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = `${pathToFileURL(root).href}/`;
  writeFileSync(join(root, `${name}.map`), JSON.stringify(MAP));
  return { folder, file: folder + name };
}

function errorWith(stack: string): Error {
  return Object.assign(new Error(), { stack });
}

describe('the stack of an error', () => {
  test.each(['rule.js', 'packages2.mjs'])('names the sources of what was built (%s)', (name) => {
    const { folder, file } = builtFile(name);
    const shown = sourceStack(errorWith(`Error: why\n    at rule (${file}:1:1)\n    at ${file}:1:1`), folder);
    const source = new URL('../src/rule.ts', file).href;
    expect(shown).toBe(`Error: why\n    at rule (${source}:3:5)\n    at ${source}:3:5`);
  });

  test('keeps places that its map does not know, and those of files without one', () => {
    const { folder, file } = builtFile('rule.js');
    const stack = `Error\n    at ${file}:0:0\n    at ${folder}other.js:1:1\n    at node:internal/x:1:1`;
    expect(sourceStack(errorWith(stack), folder)).toBe(stack);
  });

  test.each(['file://elsewhere/x.js:1:1', 'file://[.js:1:1', 'file:///a%2Fb.js:1:1', 'file:///%ff.js:1:1'])(
    'keeps a message that holds what looks like a place (%s)',
    (message) => {
      expect(sourceStack(new Error(message))).toContain(message);
    },
  );

  test('reads nothing beside the built files', () => {
    const { folder, file } = builtFile('rule.js');
    const [above, beside] = [`${folder}built/../rule.js:1:1`, `${file}:1:1`];
    expect(sourceStack(new Error(`${above} ${beside}`), `${folder}built/`)).toContain(`${above} ${beside}`);
  });

  test('takes no longer than its length allows, whatever stands in the message', () => {
    const { folder } = builtFile('rule.js');
    const repeated = (text: string) => errorWith(text.repeat(100_000 / text.length));
    const began = performance.now();
    for (const text of ['file://a', 'a.', 'a', folder]) sourceStack(repeated(text), folder);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
