import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';

test('the image is built from all that the build reads', () => {
  const [, list = ''] = /const SOURCES = \[(.*?)\];/s.exec(readFileSync('scripts/build.ts', 'utf8')) ?? [];
  const sources = [...list.matchAll(/'(.+?)'/g)].map(([, path = '']) => path.split('/')[0] ?? '');
  const kept = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(sources).toContain('schema.graphql');
  expect(sources.filter((name) => !kept.some((pattern) => matchesGlob(name, pattern)))).toEqual([]);
});
