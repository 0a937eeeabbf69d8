import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { detectApiLanguage, detectLanguage } from '../../../../src/platform/web/pages/language.js';

describe('the language of a visitor (contract 8)', () => {
  test.each([
    [undefined, 'pt'],
    ['', 'pt'],
    ['*', 'pt'],
    ['qaa', 'pt'],
    ['pt-BR,en;q=0.9', 'pt'],
    ['en', 'en'],
    ['EN-gb', 'en'],
    ['en-US,en;q=0.9,pt;q=0.8', 'en'],
    ['qaa, en;q=0.4, pt;q=0.3', 'en'],
    ['pt;q=0.3, en;q=0.4', 'en'],
    ['en;q=0', 'pt'],
    ['english', 'pt'],
    ['en;q=nonsense', 'pt'],
    [';;,,;q=1,=', 'pt'],
    ['es', 'es'],
    ['qaa,es-MX;q=0.9,en;q=0.8', 'es'],
    ['esperanto', 'pt'],
    [`${'qaa,'.repeat(19)}en`, 'en'],
    // Only the first twenty languages are considered.
    [`${'qaa,'.repeat(20)}en`, 'pt'],
  ])('%j is %s', (header, language) => {
    const request = { headers: { 'accept-language': header } } as unknown as IncomingMessage;
    expect(detectLanguage(request)).toBe(language);
  });

  test.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['qaa', 'en'],
    ['pt;q=0', 'en'],
    ['pt', 'pt'],
    ['es-MX', 'es'],
  ])('%j is %s in answers of the API (contract 8)', (header, language) => {
    const request = { headers: { 'accept-language': header } } as unknown as IncomingMessage;
    expect(detectApiLanguage(request)).toBe(language);
  });
});
