import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ClientAssets } from '../../../../src/platform/web/pages/client-assets.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** A build with two entries, each with its own translations. One of them loads another page later. */
const MANIFEST = {
  'src/app.tsx': {
    file: 'app.js',
    imports: ['_shared.js'],
    dynamicImports: [
      '../src/locales/en.json?keys=ui.core',
      '../src/locales/es.json?keys=ui.core',
      'src/pages/terms.tsx',
    ],
  },
  'src/pages/home.tsx': {
    file: 'home.js',
    imports: ['_shared.js'],
    dynamicImports: ['../src/locales/en.json?keys=ui.home', '../src/locales/es.json?keys=ui.home'],
  },
  'src/pages/terms.tsx': { file: 'terms.js', dynamicImports: ['../src/locales/es.json?keys=ui.terms'] },
  '_shared.js': { file: 'shared.js' },
  '../src/locales/en.json?keys=ui.core': { file: 'en-core.js' },
  '../src/locales/es.json?keys=ui.core': { file: 'es-core.js' },
  '../src/locales/en.json?keys=ui.home': { file: 'en-home.js' },
  '../src/locales/es.json?keys=ui.home': { file: 'es-home.js' },
  '../src/locales/es.json?keys=ui.terms': { file: 'es-terms.js' },
};

test('a page announces its chunks and their sentences in its language, and no others', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(MANIFEST));
  const { script, preloads } = new ClientAssets(folder).entries(['src/app.tsx', 'src/pages/home.tsx'], 'es');
  expect(script).toBe('/static/app.js');
  expect([...preloads].sort()).toEqual(['es-core', 'es-home', 'home', 'shared'].map((name) => `/static/${name}.js`));
});
