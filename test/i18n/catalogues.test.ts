import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listArguments } from '../../scripts/checks/sentences.js';
import { catalogues, languages, readCatalogues } from '../../src/i18n/catalogues.js';
import { type MessageKey, message } from '../../src/i18n/message.js';
import { translate } from '../../src/i18n/translate.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ENGLISH = JSON.parse(readFileSync('src/locales/en.json', 'utf8'));

/** Loads the Portuguese catalogue, and those in `files` from a folder. */
function cataloguesWith(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  copyFileSync('src/locales/pt.json', join(folder, 'pt.json'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return readCatalogues(pathToFileURL(`${folder}/`));
}

describe('the catalogues', () => {
  test('are those of the folder, Portuguese before the others', () => {
    expect(languages[0]).toBe('pt');
    expect(languages).toEqual(expect.arrayContaining(['en', 'es']));
    const french = JSON.stringify({ ...ENGLISH, 'language.name': 'Français', 'language.locale': 'fr' });
    const found = cataloguesWith({ 'fr.json': french, 'de.json': JSON.stringify(ENGLISH), 'README.md': '#' });
    expect([...found.keys()]).toEqual(['pt', 'de', 'fr']);
    expect(found.get('fr')?.['language.name']).toBe('Français');
  });

  test('are rejected when one lacks a sentence or is no JSON, by its name', () => {
    const { 'web.tagline': _, ...incomplete } = ENGLISH;
    expect(() => cataloguesWith({ 'fr.json': JSON.stringify(incomplete) })).toThrow(
      'The catalogue fr.json lacks web.tagline',
    );
    expect(() => cataloguesWith({ 'fr.json': '{' })).toThrow('The catalogue fr.json cannot be read');
  });

  test.each(languages)('say every sentence with whatever stands in it: %s', (language) => {
    const keys = Object.keys(catalogues.get(language) ?? {}) as MessageKey[];
    expect(keys.length).toBeGreaterThan(700);
    for (const key of keys) {
      const sentence = catalogues.get(language)?.[key] ?? '';
      const names = listArguments(sentence).map((argument) => argument.replace(/ .*/, ''));
      for (const count of [0, 1, 2, 1234567]) {
        const text = translate(message(key, Object.fromEntries(names.map((name) => [name, count]))), language);
        expect([key, text.trim()]).not.toEqual([key, '']);
        for (const name of names) expect(text).not.toContain(`{${name}`);
        // A message may legitimately mention NaN.
        expect(text.match(/NaN|undefined/g)).toEqual(sentence.match(/NaN|undefined/g));
      }
    }
  });
});
