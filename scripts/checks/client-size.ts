import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The scripts that a browser loads before the first page of the signed-in application, compressed, stay small. */

const CLIENT = 'dist/client';
const ENTRY = 'src/app.tsx';
const BUDGET_KB = 100;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8'));
const files = [...firstLoad(ENTRY)];
const sizeKb = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT, file))).length, 0) / 1000;

console.log(`${sizeKb.toFixed(1)} of ${BUDGET_KB} KB in ${files.length} scripts: ${files.join(', ')}`);
if (sizeKb > BUDGET_KB) process.exitCode = 1;

/** The script of a chunk and of everything that it imports before it runs. */
function firstLoad(name: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The client build has no ${name}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) firstLoad(imported, files);
  return files;
}
