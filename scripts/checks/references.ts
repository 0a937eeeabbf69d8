import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/**
 * Checks that every reference resolves: to a section or a promise of `docs/contract.md`, to a decision, or to another
 * page and a heading in it. The index of decisions must list each of them. A reference to the contract must follow its
 * reason in parentheses, in the form that the page defines.
 */

const CONTRACT = 'docs/contract.md';
/** Index of all decisions, one line each. */
const INDEX = 'docs/decisions/README.md';
const SCANNED = [
  '{src,client,clients,test,scripts,config,docs}/**/*.{ts,tsx,css,eta,md,txt}',
  'deploy/{*.*,Caddyfile,debian/*}',
  '*.{md,ts}',
  '.env.example',
];

/** White space, which in a comment may include the next line's comment marker. */
const GAP = '\\s+(?:\\*\\s+|//\\s+)?';
const NUMBERS = `(\\d+(?:–\\d+)?(?:,${GAP}\\d+(?:–\\d+)?)*)`;

/** Words before a reference number, and the numbers that exist for each. */
const NUMBERED = [
  { name: 'contract', pattern: new RegExp(`\\bcontract${GAP}${NUMBERS}`, 'gi'), there: found(/^## (\d+)\. /gm) },
  {
    name: 'promise',
    pattern: new RegExp(`(?<!\\*\\*)\\bpromises?${GAP}${NUMBERS}`, 'gi'),
    there: found(/^- \*\*Promise (\d+)\.\*\* /gm),
  },
];
const DECISION = new RegExp(`(?:\\bdecisions?${GAP}|docs/decisions/)(\\d{3})\\b`, 'gi');
const decisions = new Set(globSync('docs/decisions/*.md').map((file) => /(\d{3})-[^/]*$/.exec(file)?.[1]));

/**
 * Forbidden forms: sections of documents that are not in this repository, and variants of a form that has a fixed
 * spelling.
 */
const OTHER_FORMS = [
  /(?<!RFC \d{3,5} )\u00a7\S*/g,
  /\bspecification[\s*]+[\d.]+/gi,
  /\bthe[\s*]+specification\b/gi,
  /\bcontract[\s*]+section[\s*]+\d*/gi,
  /\bcontract, introduction\b/gi,
  /\b(?:contract|promises?) [\d, ]+ (?:and|to) \d+/gi,
];
const CITED_ALONE = /(?:\/\*\*?|\/\/)[\s*]*\((?:contract|promises?|decisions?)\s[^()]*\)\.?\s*(?:\*\/|$)/gim;

const faults: string[] = [];
const headings = new Map<string, ReadonlySet<string>>();

for (const { name, there } of NUMBERED) if (there.size === 0) faults.push(`${CONTRACT} has no ${name} with a number`);
for (const page of globSync('docs/decisions/[0-9]*.md').map((file) => basename(file))) {
  if (!readFileSync(INDEX, 'utf8').includes(`](${page})`)) faults.push(`${INDEX} has no line for ${page}`);
}
for (const file of globSync(SCANNED)) scan(file, readFileSync(file, 'utf8'));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function scan(file: string, text: string): void {
  const report = (index: number, fault: string) => faults.push(`${file}:${lineOf(text, index)} ${fault}`);
  for (const { name, pattern, there } of NUMBERED) {
    for (const { index, 0: cited, 1: numbers = '' } of text.matchAll(pattern)) {
      const missing = listed(numbers).filter((number) => !there.has(number));
      if (missing.length > 0) report(index, `refers to ${name} ${missing.join(', ')}, which ${CONTRACT} lacks`);
      if (!isBehindReason(text, index)) report(index, `names "${cited}" in the sentence: put it in parentheses behind`);
    }
  }
  for (const { index, 1: number = '' } of text.matchAll(DECISION)) {
    if (!decisions.has(number)) report(index, `refers to decision ${number}, which docs/decisions lacks`);
  }
  for (const { index, 0: form } of OTHER_FORMS.flatMap((pattern) => [...text.matchAll(pattern)])) {
    report(index, `refers by "${form.trim()}": see the first lines of ${CONTRACT}`);
  }
  for (const { index } of text.matchAll(CITED_ALONE)) report(index, 'is a comment that only cites: give the reason');
  // These files are lists that contain domains, and Moldova's top-level domain is also the extension of pages.
  if (!file.endsWith('.txt')) scanPages(file, text, report);
}

/** Checks the pages named in a file, by path from the root or from the file, and a page's links. */
function scanPages(file: string, text: string, report: (index: number, fault: string) => void): void {
  const withoutUrls = text.replace(/\bhttps?:[^\s)>]+/g, (url) => ' '.repeat(url.length));
  for (const { index, 0: page } of withoutUrls.matchAll(/(?<![\w./\\*-])(?:\.\.?\/)*\w[\w./-]*\.md\b/g)) {
    if (!existsSync(page) && !existsSync(beside(file, page))) report(index, `names ${page}, which is not there`);
  }
  if (!file.endsWith('.md')) return;
  for (const { index, 1: path = '', 2: anchor } of withoutUrls.matchAll(/\]\(([^\s()#]*)(?:#([^\s()]+))?\)/g)) {
    if (path === '' && anchor === undefined) continue;
    const target = path === '' ? file : beside(file, path);
    if (!existsSync(target)) report(index, `links to ${path}, which is not there`);
    else if (anchor && !headingsOf(target).has(anchor)) report(index, `links to #${anchor}, which ${target} lacks`);
  }
}

/** Returns the anchors of a page's headings, as GitHub generates them. */
function headingsOf(page: string): ReadonlySet<string> {
  const known = headings.get(page);
  if (known) return known;
  const titles = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  const names = new Set(titles.map((title) => title.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')));
  headings.set(page, names);
  return names;
}

/** Whether the reference is inside parentheses that open within a sentence rather than a call. */
function isBehindReason(text: string, index: number): boolean {
  return /(?:^|[\s`])\([^()]*$/.test(text.slice(Math.max(0, index - 300), index));
}

/** Expands a list of numbers: `1–3, 5` → 1, 2, 3, 5. */
function listed(numbers: string): number[] {
  return numbers.split(',').flatMap((part) => {
    const [first = 0, last = first] = [...part.matchAll(/\d+/g)].map(Number);
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, more) => first + more);
  });
}

function found(pattern: RegExp): ReadonlySet<number> {
  if (!existsSync(CONTRACT)) return new Set();
  return new Set([...readFileSync(CONTRACT, 'utf8').matchAll(pattern)].map(([, number]) => Number(number)));
}

function beside(file: string, path: string): string {
  return normalize(join(dirname(file), path));
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
