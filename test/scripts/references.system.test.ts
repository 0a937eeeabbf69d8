import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProgram } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const CHECK = resolve('scripts/checks/references.ts');

/** Pages with two sections, three promises, a decision, and links to each other. */
const PAGES = {
  'docs/contract.md':
    '# Rules\n\n## 1. First\n\n## 2. Second, & last\n\n- **Pro·mise 1.** A.\n- **Pro·mise 2.** B.\n- **Pro·mise 3.** C.\n',
  'docs/decisions/004-why·.md':
    'See [the second](../contract·.md#2-second--last), [this](#why) and [a site](https://a.example/b·.md#c).\n\n# Why\n',
  'docs/decisions/README·.md': '- [004](004-why·.md)\n',
};

/** Removes the dots that keep this file itself from matching the check. */
function plain(text: string): string {
  return text.replaceAll('·', '');
}

/** Runs the check on a repository with these files. @returns one fault per line, or nothing if the check passes. */
async function faultsIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ ...PAGES, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, plain(name)), plain(text));
  }
  const inFolder = ['-c', 'cd "$0" && exec "$1" "$2"', folder, process.execPath, CHECK];
  const { ended, lines } = startProgram('/bin/sh', inFolder, {});
  expect(await ended).toBe(lines.length === 0 ? 0 : 1);
  return lines.sort();
}

/** Expects one fault per text in a single run of the check. Each text is on the second line of a separate file. */
async function expectFaults(cases: readonly (readonly [text: string, fault: string])[], extension = 'src/*.ts') {
  const files = cases.map(([text, fault], index) => {
    const name = extension.replace('*', `case-${String(index).padStart(2, '0')}`);
    return { name, text: `\n${text}\n`, fault: `${name}:2 ${fault}` };
  });
  const faults = await faultsIn(Object.fromEntries(files.map(({ name, text }) => [name, text])));
  expect(faults).toEqual(files.map(({ fault }) => plain(fault)));
}

describe('references', () => {
  test('each decision has its line in the index', async () => {
    expect(await faultsIn({ 'docs/decisions/002-how·.md': '# How\n' })).toEqual([
      plain('docs/decisions/README·.md has no line for 002-how·.md'),
    ]);
  });

  test('that lead somewhere are no fault', async () => {
    const texts = [
      '/** A rule (con·tract 2). */',
      '/** A rule (con·tract 1, 2, pro·mises 1–3): more of it. */',
      '/** A rule that is long (con·tract\n * 2, pro·mise 3). */',
      'test(`what is so on x (pro·mise 3)`, () => {});',
      '// Why: decision 004, docs/decisions/004-why·.md, docs/contract.md. A frame (RFC 6455 §5.2) is of another document.',
      "import { setTimeout } from 'node:timers/promises'; const contract = 7;",
    ];
    expect(await faultsIn(Object.fromEntries(texts.map((text, index) => [`src/${index}.ts`, text])))).toEqual([]);
  });

  test('that lead nowhere are reported with file and line', async () => {
    await expectFaults([
      ['/** A rule (con·tract 3). */', 'refers to con·tract 3, which docs/contract.md lacks'],
      ['/** A rule (con·tract 1, 3). */', 'refers to con·tract 3, which docs/contract.md lacks'],
      ['/** A rule (pro·mise 4). */', 'refers to pro·mise 4, which docs/contract.md lacks'],
      ['/** A rule (con·tract 1, pro·mises 2–5). */', 'refers to pro·mise 4, 5, which docs/contract.md lacks'],
      ['/** A rule that is long (pro·mise\n * 4). */', 'refers to pro·mise 4, which docs/contract.md lacks'],
      ['// It is so (deci·sion 002).', 'refers to decision 002, which docs/decisions lacks'],
      ['// It is so: docs/deci·sions/002.', 'refers to decision 002, which docs/decisions lacks'],
      ['// See docs/other·.md.', 'names docs/other·.md, which is not there'],
    ]);
  });

  test('of a page lead to files and headings', async () => {
    const cases = [
      ['[a](../nothing.png)', 'links to ../nothing.png, which is not there'],
      ['[a](../contract·.md#third)', 'links to #third, which docs/contract.md lacks'],
      ['[a](#third)', 'links to #third, which docs/operations/case-02·.md lacks'],
    ] as const;
    await expectFaults(cases, 'docs/operations/*.md');
  });

  test('in another form than that of the contract are reported', async () => {
    const findFault = (form: string) => `refers by "${form}": see the first lines of docs/contract.md`;
    await expectFaults([
      ['/** A rule (con·tract \u00a71). */', findFault('\u00a71).')],
      ['/** A rule (specification· \u00a74.10). */', findFault('\u00a74.10).')],
      ['/** A rule (specifi·cation 4.10). */', findFault('specifi·cation 4.10')],
      ['/** A rule of the· specification. */', findFault('the· specification')],
      ['/** A rule (con·tract section 1). */', findFault('con·tract section 1')],
      ['/** A rule (pro·mises 1 and 2). */', findFault('pro·mises 1 and 2')],
    ]);
  });

  test('stand in parentheses behind their reason', async () => {
    const fault = 'names "con·tract 2" in the sentence: put it in parentheses behind';
    await expectFaults([
      ['/** The order of con·tract 2. */', fault],
      ["describe('con·tract 2', () => {});", fault],
      ['/** (con·tract 2) */', 'is a comment that only cites: give the reason'],
      ['// (pro·mise 3).', 'is a comment that only cites: give the reason'],
    ]);
  });

  test('to a contract without numbers could not be checked: that is reported', async () => {
    expect(await faultsIn({ 'docs/contract.md': '# Rules\n', 'docs/decisions/004-why·.md': '' })).toEqual([
      'docs/contract.md has no contract with a number',
      'docs/contract.md has no promise with a number',
    ]);
  });
});
