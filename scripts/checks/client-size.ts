import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What a browser loads before it shows a page for the first time stays small: the scripts of every signed-in page after
 * gzip, with its sentences in the language whose are longest, the style sheets, and the fonts, which are compressed as they are.
 */

const CLIENT = 'dist/client';
const ENTRY = 'src/app.tsx';
const SCRIPT_BUDGET_KB = 100;
const FONT_BUDGET_KB = 40;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** A page of the signed-in area, as `src/pages.ts` names it. */
interface Page {
  readonly path: string;
  readonly part?: string;
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8'));
const { clientPages }: { clientPages: readonly Page[] } = await import(pathToFileURL('dist/pages.js').href);

/** `../src/locales/pt.json?keys=ui.core`: sentences of a language, which a chunk loads before it runs. */
const SENTENCES = /\/locales\/([\w-]+)\.json\?/;
const languages = [...new Set(Object.keys(manifest).flatMap((name) => SENTENCES.exec(name)?.[1] ?? []))];
if (languages.length === 0) throw new Error('The client build has no sentences');

for (const { path, part } of clientPages) {
  const chunks = firstLoad(part === undefined ? [ENTRY] : [ENTRY, part]);
  const scripts =
    sizeKb(chunks.map(({ file }) => packed(file))) +
    Math.max(...languages.map((language) => sentencesKb(chunks, language)));
  const styles = sizeKb(chunks.flatMap(({ css = [] }) => css.map(packed)));
  report(`${path}: ${scripts.toFixed(1)} of ${SCRIPT_BUDGET_KB} KB of script, ${styles.toFixed(1)} KB of style`, {
    isOver: scripts > SCRIPT_BUDGET_KB,
  });
}
const server = firstLoad(['src/server-pages.ts']);
report(`pages of the server: ${sizeKb(server.map(({ file }) => packed(file))).toFixed(1)} KB of script`);
const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
for (const name of entries) {
  // An entry runs when it is loaded: what two of them share belongs into a chunk of its own (`client/vite.config.ts`).
  const others = firstLoad([name]).filter((chunk) => chunk.isEntry && chunk !== manifest[name]);
  if (others.length > 0) report(`${name} runs ${others.map(({ file }) => file)} too`, { isOver: true });
}
const fonts = sizeKb(
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.woff2')),
);
report(`fonts: ${fonts.toFixed(1)} of ${FONT_BUDGET_KB} KB`, { isOver: fonts > FONT_BUDGET_KB });

/** The chunks of some entries and of everything that they import before they run, each once. */
function firstLoad(names: readonly string[], found = new Map<string, Chunk>()): Chunk[] {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The client build has no ${name}`);
    if (found.has(name)) continue;
    found.set(name, chunk);
    firstLoad(chunk.imports ?? [], found);
  }
  return [...found.values()];
}

/** A file as it is served; one that gzip makes no smaller has no `.gz`. */
function packed(file: string): string {
  return existsSync(join(CLIENT, `${file}.gz`)) ? `${file}.gz` : file;
}

/** What a page loads beside its chunks in one language. */
function sentencesKb(chunks: readonly Chunk[], language: string): number {
  const names = new Set(chunks.flatMap(({ dynamicImports = [] }) => dynamicImports));
  const wanted = [...names].filter((name) => SENTENCES.exec(name)?.[1] === language);
  return sizeKb(wanted.map((name) => packed(manifest[name]?.file ?? '')));
}

function sizeKb(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(CLIENT, file)).size, 0) / 1000;
}

function report(line: string, { isOver = false } = {}): void {
  console.log(isOver ? `${line}: OVER THE BUDGET` : line);
  if (isOver) process.exitCode = 1;
}
