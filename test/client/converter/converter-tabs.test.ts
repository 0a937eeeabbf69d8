import { expect, test } from 'vitest';
import { tabAt, tabPath } from '../../../client/src/features/converter/converter-tab.js';
import { converterTabs } from '../../../client/src/pages/converter-tabs.js';
import { pageOf, paths } from '../../../client/src/paths.js';
import { clientPages } from '../../../src/app/client-pages.js';

test('the server answers the address of each tab, and no other below the converter', () => {
  const answered = clientPages.map(({ path }) => path).filter((path) => path.startsWith(paths.converter));
  expect(answered).toEqual([paths.converter, ...converterTabs.map(tabPath)]);
});

test.each([
  ['/sistema/conversor/', '', 'bits'],
  ['/sistema/conversor/logica/', '', 'logica'],
  ['/sistema/conversor/logica', '', 'logica'],
  ['/sistema/conversor/bits/', '?expression=A+OR+B', 'bits'],
  // URLs from before there were tabs.
  ['/sistema/conversor/', '?expression=A+OR+B', 'logica'],
  ['/sistema/conversor/', '?inputs=1', 'logica'],
  ['/sistema/conversor/', '?value=7&operation=XOR', 'operacoes'],
  ['/sistema/conversor/', '?value2=7', 'operacoes'],
  ['/sistema/conversor/', '?operation=ADD', 'operacoes'],
  ['/sistema/conversor/', '?fraction=0.5', 'fracoes'],
  ['/sistema/conversor/', '?format=BINARY64', 'flutuante'],
  ['/sistema/conversor/', '?value=-200&signed=true&stepsOpen=true', 'passos'],
  ['/sistema/conversor/', '?to=16', 'passos'],
  ['/sistema/conversor/', '?value=7&bits=16&signed=true', 'bits'],
  ['/sistema/conversor/', '?stepsOpen=true&operation=XOR&expression=A', 'logica'],
])('%s%s shows %s', (path, query, word) => {
  expect(tabAt(converterTabs, path, query).word).toBe(word);
});

test('the tabs are one page', () => {
  for (const path of [paths.converter, '/sistema/conversor', ...converterTabs.map(tabPath)]) {
    expect(pageOf(path)).toBe(paths.converter);
  }
  expect(pageOf(paths.monitoring)).toBe(paths.monitoring);
});
