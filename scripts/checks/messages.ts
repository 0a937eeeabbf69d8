import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { faultsOfSentence, listArguments } from './sentences.ts';

/**
 * Checks that the catalogues of `src/locales` match: each has every message, with the same arguments. Also checks that
 * every message is used with its values and loaded by the client, and that no user-visible text is written outside the
 * catalogues. Client keys must be literals, because the build shortens only whole ones. The type checker verifies that
 * keys used in the code exist.
 */

const BASE = 'pt';
const CODE_FILES = globSync('{src,client/src}/**/*.{ts,tsx}').filter((file) => !/\.d\.ts$|\/gallery\//.test(file));
const TEMPLATES = globSync('src/**/*.eta');

/** Names that are the same in every language. */
const NAMES = /^(Vigia|[\W\d_]*)$/;
/** Attributes whose values users can read or hear. */
const TEXT_ATTRIBUTES = /^(aria-label|title|alt|placeholder)$/;
/** Functions that format a message immediately, so that missing values cannot be added later. */
const WRITERS = new Set(['t', 'message', 'translate']);
/** Keys that describe a catalogue's own language and are read by name or all at once. */
const OWN_WORDS = /^language\./;

type Catalogue = Readonly<Record<string, string>>;

const faults: string[] = [];
const used = new Set<string>();
const loaded = new Set<string>();
const catalogues = new Map<string, Catalogue>();
for (const file of globSync('src/locales/*.json')) {
  try {
    catalogues.set(basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    faults.push(`${basename(file)} is not JSON: ${(error as Error).message}`);
  }
}
// Stops here because further checks would only report consequences of the invalid JSON.
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
const base = catalogues.get(BASE) ?? {};

for (const [language, catalogue] of catalogues) readCatalogue(language, catalogue);
for (const file of CODE_FILES) readCode(file);
for (const file of TEMPLATES) readTemplate(file);
for (const key of Object.keys(base)) {
  if (!used.has(key) && !OWN_WORDS.test(key)) faults.push(`${key} is never used: remove it from the catalogues`);
  const isLoaded = [...loaded].some((beginning) => key.startsWith(`${beginning}.`));
  if (/^(ui|rules)\./.test(key) && !isLoaded) faults.push(`${key} is loaded by no page: add it to a loadMessages`);
}

if (used.size < 50) faults.push(`Only ${used.size} sentences were seen used: the check has stopped seeing`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function readCatalogue(language: string, catalogue: Catalogue): void {
  const name = `${language}.json`;
  const locale = catalogue['language.locale'] ?? language;
  if (!isLocale(locale)) {
    faults.push(`${name}: language.locale "${locale}" is no language tag: write it as fr or pt-PT`);
    return;
  }
  for (const key of Object.keys(base)) if (!(key in catalogue)) faults.push(`${name} lacks ${key}`);
  for (const [key, text] of Object.entries(catalogue)) {
    if (!(key in base)) faults.push(`${name} has ${key}, which ${BASE}.json has not`);
    if (/[^\w.]/.test(key)) faults.push(`${name}: ${key} has other characters than letters, digits and dots`);
    for (const fault of faultsOfSentence(text, locale)) faults.push(`${name}: ${key} ${fault}`);
    const [own, others] = [listArguments(text), listArguments(base[key] ?? text)].map(
      (all) => all.join(', ') || 'none',
    );
    if (own !== others) faults.push(`${name}: ${key} takes ${own}, in ${BASE}.json ${others}`);
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Collects the messages that a file uses and loads, and finds hard-coded text for users. */
function readCode(file: string): void {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) readString(source, node);
    if (isTemplate(node) && /^(ui|rules)\./.test(node.text)) {
      faults.push(
        `${formatLocation(source, node)} has a key in a template: write it out in quotes, or a build misses it`,
      );
    }
    if (ts.isJsxText(node)) reportWords(source, node, node.text);
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      if (TEXT_ATTRIBUTES.test(node.name.getText())) reportWords(source, node, node.initializer.text);
    }
    node.forEachChild(visit);
  };
  visit(source);
}

function isTemplate(node: ts.Node): node is ts.TemplateHead | ts.NoSubstitutionTemplateLiteral {
  return ts.isNoSubstitutionTemplateLiteral(node) || (ts.isTemplateHead(node) && ts.isTemplateExpression(node.parent));
}

function readString(source: ts.SourceFile, node: ts.StringLiteralLike): void {
  const { text } = node;
  for (const beginning of /^\?keys=(.+)/.exec(text)?.[1]?.split(',') ?? []) loaded.add(beginning);
  const sentence = base[text];
  if (sentence === undefined) return;
  used.add(text);
  const given = valuesFor(node);
  if (!given) return;
  const wanted = listArguments(sentence).map((argument) => argument.replace(/ .*/, ''));
  const same = [...new Set(wanted)].sort().join(', ') === [...given].sort().join(', ');
  if (!same) faults.push(`${formatLocation(source, node)}: ${text} takes ${wanted.join(', ') || 'no values'}`);
}

/** Returns the names of the values passed with a key; undefined if the syntax does not show them. */
function valuesFor(key: ts.Node): readonly string[] | undefined {
  let node = key;
  while (ts.isConditionalExpression(node.parent) && node.parent.condition !== node) node = node.parent;
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node || !WRITERS.has(call.expression.getText()))
    return undefined;
  // The second argument of `translate` is the language.
  const values = call.expression.getText() === 'translate' ? undefined : call.arguments[1];
  if (!values) return [];
  if (!ts.isObjectLiteralExpression(values) || values.properties.some(ts.isSpreadAssignment)) return undefined;
  return values.properties.map((property) => property.name?.getText() ?? '');
}

/** Collects the messages a template uses, written as `it.t('web.title')`. */
function readTemplate(file: string): void {
  const text = readFileSync(file, 'utf8');
  for (const [, key = ''] of text.matchAll(/\bit\.t\('([^']+)'/g)) {
    used.add(key);
    if (!(key in base)) faults.push(`${file} uses ${key}, which no catalogue has`);
    else if (listArguments(base[key] ?? '').length > 0) faults.push(`${file} uses ${key}, which takes values`);
  }
  const words = text.replace(/<%[\s\S]*?%>/g, '').replace(/<[^>]*>/g, '');
  for (const line of words.split('\n')) {
    if (!NAMES.test(line.trim()) && !line.includes('· Vigia')) faults.push(`${file} says "${line.trim()}" by itself`);
  }
}

function reportWords(source: ts.SourceFile, node: ts.Node, text: string): void {
  if (NAMES.test(text.trim()) || text in base) return;
  faults.push(`${formatLocation(source, node)} says "${text.trim()}" by itself: put it into the catalogues`);
}

function formatLocation(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
