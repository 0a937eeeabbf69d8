import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';

/** What a page loads for one entry of the client build: addresses below `/static/`. */
export interface EntryAssets {
  readonly script: string | undefined;
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const PREFIX = '/static/';
const ONE_YEAR_SECONDS = 31_536_000;

/** The built client: which files belong to an entry, by Vite's manifest, and how they are served. */
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

  /** The files of an entry, named by its source path below `client/`. @throws when the build has no such entry. */
  entry(name: string): EntryAssets {
    const chunks = this.#chunksOf(name);
    const [own, ...imported] = chunks;
    const style = own?.file.endsWith('.css') ? [own.file] : [];
    return {
      script: own && style.length === 0 ? PREFIX + own.file : undefined,
      styles: [...new Set([...style, ...chunks.flatMap(({ css = [] }) => css)])].map((file) => PREFIX + file),
      preloads: imported.map(({ file }) => PREFIX + file),
    };
  }

  /** Serves the files. Those with their content's hash in the name may be kept for ever. */
  serve(): RequestHandler {
    return express.static(this.folder, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const hashed = path.startsWith(join(this.folder, 'assets'));
        response.setHeader('Cache-Control', hashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }

  /** The chunk of a name and all that it imports statically, each once. */
  #chunksOf(name: string, seen = new Set<string>()): Chunk[] {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = this.#manifest[name];
    if (!chunk) throw new Error(`The client build has no ${name}: run npm run build`);
    return [chunk, ...(chunk.imports ?? []).flatMap((imported) => this.#chunksOf(imported, seen))];
  }
}
