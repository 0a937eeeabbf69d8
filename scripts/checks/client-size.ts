import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What a browser loads before it shows a page for the first time stays small: the scripts of every signed-in page, after
 * gzip and, as browsers get them over https, after Brotli, with its sentences in the language whose are longest, the style
 * sheets, and the fonts, which are compressed as they are. `first-load.ts` measures some pages as a whole.
 */

const CLIENT = 'dist/client';
const ENTRY = 'src/app.tsx';
const VISITOR_ENTRY = 'src/visitor-app.tsx';
const SCRIPT_BUDGETS_KB = { '.gz': 100, '.br': 90 };
const FONT_BUDGET_KB = 40;

type Ending = keyof typeof SCRIPT_BUDGETS_KB;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** A page of the signed-in area, as `src/app/client-pages.ts` names it. */
interface Page {
  readonly path: string;
  readonly part?: string;
  /** Present where visitors see it too, in an application of their own. */
  readonly isOpenToVisitors?: unknown;
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8'));
const { clientPages }: { clientPages: readonly Page[] } = await import(pathToFileURL('dist/app/client-pages.js').href);

/** `../src/locales/pt.json?keys=ui.core`: sentences of a language, which a chunk loads before it runs. */
const SENTENCES = /\/locales\/([\w-]+)\.json\?/;
const languages = [...new Set(Object.keys(manifest).flatMap((name) => SENTENCES.exec(name)?.[1] ?? []))];
if (languages.length === 0) throw new Error('The client build has no sentences');

for (const { path, part, isOpenToVisitors } of clientPages) {
  reportPage(path, part === undefined ? [ENTRY] : [ENTRY, part]);
  if (isOpenToVisitors) reportPage(`${path} of visitors`, part === undefined ? [VISITOR_ENTRY] : [VISITOR_ENTRY, part]);
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

/** Reports what a page loads for its entries before it is shown. */
function reportPage(name: string, names: readonly string[]): void {
  const chunks = firstLoad(names);
  const scriptsKb = (ending: Ending) =>
    sizeKb(chunks.map(({ file }) => packed(file, ending))) +
    Math.max(...languages.map((language) => sentencesKb(chunks, language, ending)));
  const [gzip, brotli] = [scriptsKb('.gz'), scriptsKb('.br')];
  const styles = sizeKb(chunks.flatMap(({ css = [] }) => css.map((file) => packed(file))));
  const [most, mostOfBrotli] = [SCRIPT_BUDGETS_KB['.gz'], SCRIPT_BUDGETS_KB['.br']];
  report(
    `${name}: ${gzip.toFixed(1)} of ${most} KB of script (Brotli: ${brotli.toFixed(1)} of ${mostOfBrotli}), ${styles.toFixed(1)} KB of style`,
    { isOver: gzip > most || brotli > mostOfBrotli },
  );
}

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

/** A file as it is served; one that compression makes no smaller has no compressed form. */
function packed(file: string, ending: Ending = '.gz'): string {
  return existsSync(join(CLIENT, file + ending)) ? file + ending : file;
}

/** What a page loads beside its chunks in one language. */
function sentencesKb(chunks: readonly Chunk[], language: string, ending: Ending): number {
  const names = new Set(chunks.flatMap(({ dynamicImports = [] }) => dynamicImports));
  const wanted = [...names].filter((name) => SENTENCES.exec(name)?.[1] === language);
  return sizeKb(wanted.map((name) => packed(manifest[name]?.file ?? '', ending)));
}

function sizeKb(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(CLIENT, file)).size, 0) / 1000;
}

function report(line: string, { isOver = false } = {}): void {
  console.log(isOver ? `${line}: OVER THE BUDGET` : line);
  if (isOver) process.exitCode = 1;
}
