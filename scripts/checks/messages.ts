import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

/**
 * Every sentence of a `*.messages.ts` file is said somewhere, in both languages with the same `{marks}`, and nothing
 * that people read stands outside of those files. That each has both languages, the types check as well.
 */

const MESSAGE_FILES = globSync('{src,client/src}/**/*.messages.ts');
const CODE_FILES = globSync('{src,client/src}/**/*.{ts,tsx}').filter((file) => !/\.d\.ts$|gallery\.tsx$/.test(file));
const TEMPLATES = globSync('src/**/*.eta');

/** Names that are the same in every language. */
const NAMES = /^(Vigia|[\W\d_]*)$/;
/** Attributes whose values people read or hear. */
const SPOKEN_ATTRIBUTES = /^(aria-label|title|alt|placeholder)$/;

/** A sentence: where it is kept, and its parts in each language; a computed one has none. */
interface Sentence {
  readonly path: string;
  readonly texts?: Readonly<Record<string, string>>;
}

const faults: string[] = [];
const used = new Set<string>();
/** The folder of each file of messages, by what it exports. */
const folders = new Map<string, string>();
const sentences = MESSAGE_FILES.flatMap(sentencesOf);

for (const file of CODE_FILES) readCode(file);
for (const file of TEMPLATES) readTemplate(file);
for (const { path, texts } of sentences) {
  if (!isUsed(path)) faults.push(`${path} is never said: remove it`);
  if (texts) faults.push(...faultsOfTexts(path, texts));
}

if (sentences.length < 50) faults.push(`Only ${sentences.length} sentences were seen: the check has stopped seeing`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function sentencesOf(file: string): Sentence[] {
  const found: Sentence[] = [];
  parse(file).forEachChild((statement) => {
    if (!ts.isVariableStatement(statement)) return;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const value = initializer && bare(initializer);
      if (!value || !ts.isObjectLiteralExpression(value)) continue;
      folders.set(name.getText(), dirname(file));
      collect(name.getText(), value, found);
    }
  });
  return found;
}

/** An object with a `pt` or an `en` is a sentence, any other object holds sentences, and a function makes one. */
function collect(path: string, node: ts.Expression, found: Sentence[]): void {
  if (!ts.isObjectLiteralExpression(node)) return void found.push({ path });
  const entries = node.properties.filter(ts.isPropertyAssignment).map((property) => ({
    key: property.name.getText(),
    value: bare(property.initializer),
  }));
  if (!entries.some(({ key }) => key === 'pt' || key === 'en')) {
    for (const { key, value } of entries) collect(`${path}.${key}`, value, found);
    return;
  }
  const texts = entries.map(({ key, value }) => [key, ts.isStringLiteralLike(value) ? value.text : value.getText()]);
  found.push({ path, texts: Object.fromEntries(texts) });
}

function faultsOfTexts(path: string, { pt, en }: Readonly<Record<string, string>>): string[] {
  if (!pt?.trim() || !en?.trim()) return [`${path} lacks a language`];
  return marksOf(pt) === marksOf(en) ? [] : [`${path} has other {marks} in Portuguese than in English`];
}

function marksOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');
}

/** Notes which sentences the code names, and finds what is written into it for people to read. */
function readCode(file: string): void {
  const source = parse(file);
  const aliases = importedMessages(source);
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      const path = pathOf(node, aliases);
      if (path) return void used.add(path);
    }
    if (ts.isJsxText(node)) refuseWords(source, node, node.text);
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      if (SPOKEN_ATTRIBUTES.test(node.name.getText())) refuseWords(source, node, node.initializer.text);
    }
    node.forEachChild(visit);
  };
  visit(source);
}

/** `say.wrong.title` as `accountMessages.wrong.title`, when `say` is what the file calls those messages. */
function pathOf(node: ts.Expression, aliases: ReadonlyMap<string, string>): string | undefined {
  if (ts.isIdentifier(node)) return aliases.get(node.text);
  if (ts.isElementAccessExpression(node)) return pathOf(node.expression, aliases);
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const path = pathOf(node.expression, aliases);
  return path && !['pt', 'en'].includes(node.name.text) ? `${path}.${node.name.text}` : path;
}

/** What a file calls the messages that it imports: its name for them → theirs. */
function importedMessages(source: ts.SourceFile): Map<string, string> {
  const aliases = new Map<string, string>();
  source.forEachChild((statement) => {
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.getText().includes('.messages')) return;
    const named = statement.importClause?.namedBindings;
    if (!named || !ts.isNamedImports(named)) return;
    for (const { name, propertyName } of named.elements) aliases.set(name.text, (propertyName ?? name).text);
  });
  return aliases;
}

/** A template says `it.say.title` of the messages of its folder or the one above, and `it.web.title` of those of every page. */
function readTemplate(file: string): void {
  const text = readFileSync(file, 'utf8');
  for (const [, of, key] of text.matchAll(/\bit\.(say|web)\.(\w+)/g)) {
    for (const [name, folder] of folders) {
      const isItsOwn =
        of === 'web' ? folder === 'src/web' : folder === dirname(file) || folder === dirname(dirname(file));
      if (isItsOwn) used.add(`${name}.${key}`);
    }
  }
  const words = text.replace(/<%[\s\S]*?%>/g, '').replace(/<[^>]*>/g, '');
  for (const line of words.split('\n')) {
    if (!NAMES.test(line.trim()) && !line.includes('· Vigia')) faults.push(`${file} says "${line.trim()}" by itself`);
  }
}

/** A sentence is used when it, or something that holds it, is named. */
function isUsed(path: string): boolean {
  const steps = path.split('.');
  const prefixes = steps.slice(1).map((_, index) => steps.slice(0, index + 2).join('.'));
  return prefixes.some((prefix) => used.has(prefix));
}

function refuseWords(source: ts.SourceFile, node: ts.Node, text: string): void {
  if (NAMES.test(text.trim())) return;
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  faults.push(`${source.fileName}:${line + 1} says "${text.trim()}" by itself: put it into a messages file`);
}

/** An expression without its `as const` and `satisfies …`. */
function bare(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? bare(node.expression) : node;
}

function parse(file: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
}
