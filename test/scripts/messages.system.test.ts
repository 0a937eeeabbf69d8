import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProgram } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const CHECK = resolve('scripts/checks/messages.ts');

/** Enough messages for the check to trust its own search. */
const MANY = Object.fromEntries(Array.from({ length: 50 }, (_, number) => [`web.n${number}`, `No. ${number}`]));
const SENTENCES = {
  ...MANY,
  'language.locale': 'en',
  'web.wait': 'Wait {seconds} s.',
  'web.files': '{count, plural, one {# file} other {# files}}',
};
const CODE = `
  const all = [${Object.keys(MANY).map((key) => `'${key}'`)}];
  message('web.wait', { seconds });
  message('web.files', { count: 2 });
`;

interface Changes {
  readonly pt?: object;
  readonly en?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs the check on a repository with these messages and files besides the usual ones. @returns one fault per line. */
async function faultsIn({ pt = {}, en = {}, files = {} }: Changes): Promise<string[]> {
  const folder = temporaryFolder();
  const all = {
    'src/locales/pt.json': JSON.stringify({ ...SENTENCES, 'language.locale': 'pt-BR', ...pt }),
    'src/locales/en.json': JSON.stringify({ ...SENTENCES, ...en }),
    'src/all.ts': CODE,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const inFolder = ['-c', 'cd "$0" && exec "$1" "$2"', folder, process.execPath, CHECK];
  const { ended, lines } = startProgram('/bin/sh', inFolder, {});
  expect(await ended).toBe(lines.length === 0 ? 0 : 1);
  return lines.sort();
}

describe('the check of messages', () => {
  test('reports nothing for catalogues that are whole and used', async () => {
    expect(await faultsIn({})).toEqual([]);
  });

  test('names what a language lacks or has alone, and what is not used', async () => {
    expect(await faultsIn({ pt: { 'web.new': 'Novo' }, en: { 'web.old': 'Old' } })).toEqual([
      'en.json has web.old, which pt.json has not',
      'en.json lacks web.new',
      'web.new is never used: remove it from the catalogues',
    ]);
  });

  test('names sentences whose arguments differ, are malformed, empty, or of a kind that is not written out', async () => {
    const en = {
      'web.n1': 'No {number}',
      'web.n2': '{count, plural, one {#}}',
      'web.n3': ' ',
      'web.n4': '{day, date}',
      'web.wait': 'Wait {minutes} min.',
      'web.files': '{count, plural, one {# file} few {# files} other {# files}}',
    };
    expect(await faultsIn({ en })).toEqual([
      'en.json: web.files has a plural "few", which en does not know',
      'en.json: web.n1 takes number, in pt.json none',
      'en.json: web.n2 is no ICU message: MISSING_OTHER_CLAUSE',
      'en.json: web.n3 is empty',
      'en.json: web.n4 has a date: only values, numbers, plurals and selects',
      'en.json: web.n4 takes day date, in pt.json none',
      'en.json: web.wait takes minutes, in pt.json seconds',
    ]);
  });

  test('names a locale that is none, rather than each sentence with a plural', async () => {
    expect(await faultsIn({ en: { 'language.locale': 'en_US' } })).toEqual([
      'en.json: language.locale "en_US" is no language tag: write it as fr or pt-PT',
    ]);
  });

  test('names a file that is no JSON, and the line', async () => {
    const faults = await faultsIn({ files: { 'src/locales/es.json': '{\n  "a": "b"\n  "c": "d"\n}' } });
    expect(faults).toEqual([expect.stringMatching(/^es\.json is not JSON: .*line 3/)]);
  });

  test('names code that gives a sentence other values than it takes', async () => {
    const code = [
      "translate('web.wait', language);",
      "message('web.wait', { second: 1 });",
      "t(many ? 'web.files' : 'web.n1', { count });",
      "t('web.wait', values);",
      "const later = { wait: 'web.wait' };",
    ];
    expect(await faultsIn({ files: { 'src/code.ts': code.join('\n') } })).toEqual([
      'src/code.ts:1: web.wait takes seconds',
      'src/code.ts:2: web.wait takes seconds',
      'src/code.ts:3: web.n1 takes no values',
    ]);
  });

  test('names keys that a build of the client would not find', async () => {
    const sentences = { 'ui.home.disk-space': 'Disk space' };
    const code = [
      "load(glob('*', { query: '?keys=ui.home' })); t('ui.home.disk-space');",
      't(`ui.home.$' + '{name}`);',
      't(`ui.home.disk-space`);',
      'type Key = `ui.$' + '{string}`;',
    ];
    const files = { 'client/src/home.ts': code.join('\n') };
    expect(await faultsIn({ pt: sentences, en: sentences, files })).toEqual([
      'client/src/home.ts:2 has a key in a template: write it out in quotes, or a build misses it',
      'client/src/home.ts:3 has a key in a template: write it out in quotes, or a build misses it',
      'en.json: ui.home.disk-space has other characters than letters, digits and dots',
      'pt.json: ui.home.disk-space has other characters than letters, digits and dots',
    ]);
  });

  test('names sentences that no page of the client loads', async () => {
    const sentences = { 'ui.home.title': 'Home', 'ui.terms.title': 'Terms' };
    const code = "load(glob('*', { query: '?keys=ui.core,ui.home' })); t('ui.home.title'); t('ui.terms.title');";
    const found = await faultsIn({ pt: sentences, en: sentences, files: { 'client/src/home.ts': code } });
    expect(found).toEqual(['ui.terms.title is loaded by no page: add it to a loadMessages']);
  });

  test('names templates with a sentence that is not there or takes values, or with words of their own', async () => {
    const template = "<p><%= it.t('web.none') %> <%= it.t('web.wait') %></p>\n<p>Words</p>\n<%= it.t('web.n1') %>";
    expect(await faultsIn({ files: { 'src/page.eta': template } })).toEqual([
      'src/page.eta says "Words" by itself',
      'src/page.eta uses web.none, which no catalogue has',
      'src/page.eta uses web.wait, which takes values',
    ]);
  });

  test('names words that stand in the code of a page', async () => {
    const page = 'export const page = (\n  <p title="Two">\n    One {x}\n  </p>\n);';
    expect(await faultsIn({ files: { 'client/src/page.tsx': page } })).toEqual([
      'client/src/page.tsx:2 says "Two" by itself: put it into the catalogues',
      'client/src/page.tsx:3 says "One" by itself: put it into the catalogues',
    ]);
  });
});
