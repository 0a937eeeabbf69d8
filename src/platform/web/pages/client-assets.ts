import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Language } from '../../../i18n/catalogues.js';
import { serveCompressed } from './compressed-files.js';

/** Files that a page loads for its entries of the client build, as paths below `/static/`. */
export interface EntryAssets {
  readonly script: string;
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
  /** Fonts used by the text of every page. */
  readonly fonts: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const PREFIX = '/static/';
const TEXT_FONT = /\/inter-latin-[^/]*\.woff2$/;
const ONE_YEAR_SECONDS = 31_536_000;

/** The built client: maps entries to files using Vite's manifest, and serves them. */
export class ClientAssets {
  readonly #manifest: Readonly<Record<string, Chunk>>;

  /**
   * @param folder where the client was built, `dist/client`.
   * @throws when it has not been built.
   */
  constructor(private readonly folder: string) {
    const file = join(folder, '.vite', 'manifest.json');
    if (!existsSync(file)) throw new Error(`The client is not built (${file} is missing): run npm run build`);
    this.#manifest = JSON.parse(readFileSync(file, 'utf8'));
  }

  /**
   * Returns a page's files. Its entries are named by their source paths below `client/`: the first entry is run, while
   * the others and the messages in `language` are preloaded.
   *
   * @throws when the build has no such entry.
   */
  entries(names: readonly string[], language: Language): EntryAssets {
    const seen = new Set<string>();
    const [own, ...others] = names.flatMap((name) => this.#chunksOf(name, seen));
    if (!own) throw new Error('A page loads at least one entry');
    const styles = new Set([own, ...others].flatMap(({ css = [] }) => css));
    return {
      script: PREFIX + own.file,
      styles: [...styles].map((file) => PREFIX + file),
      fonts: this.#textFonts(),
      preloads: [...others, ...this.#collectSentences([own, ...others], language)].map(({ file }) => PREFIX + file),
    };
  }

  /** Finds the parts of a language's catalogue that chunks load, e.g. `../src/locales/pt.json?keys=ui.core`. */
  #collectSentences(chunks: readonly Chunk[], language: Language): Chunk[] {
    const names = new Set(chunks.flatMap(({ dynamicImports = [] }) => dynamicImports));
    const wanted = [...names].filter((name) => name.includes(`/locales/${language}.json?`));
    return wanted.flatMap((name) => this.#manifest[name] ?? []);
  }

  #textFonts(): string[] {
    const files = Object.values(this.#manifest).map(({ file }) => file);
    return files.filter((file) => TEXT_FONT.test(file)).map((file) => PREFIX + file);
  }

  /**
   * Serves the files in the smallest encoding that the browser accepts. Those with a content hash in their name are
   * cached forever.
   */
  serve(): RequestHandler {
    return serveCompressed(this.folder, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const hashed = path.startsWith(join(this.folder, 'assets'));
        response.setHeader('Cache-Control', hashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }

  /** Returns a chunk and everything it imports statically, each once. */
  #chunksOf(name: string, seen: Set<string>): Chunk[] {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = this.#manifest[name];
    if (!chunk) throw new Error(`The client build has no ${name}: run npm run build`);
    return [chunk, ...(chunk.imports ?? []).flatMap((imported) => this.#chunksOf(imported, seen))];
  }
}
