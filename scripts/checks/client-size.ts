import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Limits the size of a first page load: the scripts of every signed-in page after gzip and, as sent over HTTPS, after
 * Brotli; its messages in the longest language; the style sheets; and the fonts, which are already compressed.
 * `first-load.ts` measures some pages as a whole.
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

/** A page of the signed-in area, as named in `src/app/client-pages.ts`. */
interface Page {
  readonly path: string;
  readonly part?: string;
  /** Present on pages that visitors can see too, in a separate application. */
  readonly isOpenToVisitors?: unknown;
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8'));
const { clientPages }: { clientPages: readonly Page[] } = await import(pathToFileURL('dist/app/client-pages.js').href);

/**
 * Matches the messages of a language, which are loaded before their chunk runs: `../src/locales/pt.json?keys=ui.core`.
 */
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
  // An entry runs when loaded, so code shared by two entries belongs in its own chunk (`client/vite.config.ts`).
  const others = firstLoad([name]).filter((chunk) => chunk.isEntry && chunk !== manifest[name]);
  if (others.length > 0) report(`${name} runs ${others.map(({ file }) => file)} too`, { isOver: true });
}
const fonts = sizeKb(
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.woff2')),
);
report(`fonts: ${fonts.toFixed(1)} of ${FONT_BUDGET_KB} KB`, { isOver: fonts > FONT_BUDGET_KB });

/** Reports the size of the entries that a page needs before it is shown. */
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

/** Returns the chunks of some entries and of their static imports, each only once. */
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

/** Returns a file as served; incompressible files have no compressed form. */
function packed(file: string, ending: Ending = '.gz'): string {
  return existsSync(join(CLIENT, file + ending)) ? file + ending : file;
}

/** Returns the size of a page's messages in one language. */
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
