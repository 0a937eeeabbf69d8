import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import express, { type RequestHandler } from 'express';

type ServeOptions = Parameters<typeof express.static>[1];

/** Encodings that the build writes, smallest first, with their file extensions. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves a folder's files like `express.static`, in the smallest form that the browser accepts: `name.js.br` or
 * `name.js.gz` in place of `name.js`, if the build has written them.
 */
export function serveCompressed(folder: string, options: ServeOptions): RequestHandler {
  const serve = express.static(folder, options);
  const compressed = new Set(listCompressedFiles(folder));
  return (request, response, next) => {
    const { url, path } = request;
    const written = (['br', 'gzip'] as const).filter((encoding) => compressed.has(path + ENDINGS[encoding]));
    if (written.length === 0) return serve(request, response, next);
    response.vary('Accept-Encoding');
    const encoding = written.find((candidate) => request.acceptsEncodings(candidate));
    if (!encoding || !['GET', 'HEAD'].includes(request.method)) return serve(request, response, next);
    request.url = path + ENDINGS[encoding];
    response.type(extname(path)).set('Content-Encoding', encoding);
    serve(request, response, (failure) => {
      request.url = url;
      response.removeHeader('Content-Type');
      response.removeHeader('Content-Encoding');
      next(failure);
    });
  };
}

/** Lists the URL paths of the compressed files in a folder. */
function listCompressedFiles(folder: string): string[] {
  const endings = Object.values(ENDINGS);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => endings.some((ending) => name.endsWith(ending)))
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`);
}
