import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'client/src/styles/fonts';
const css = readFileSync('client/src/styles/fonts.css', 'utf8');
/** Family, file and characters of each face. A face without a file stands in until the actual one has loaded. */
const faces = [...css.matchAll(/@font-face \{(.*?)\}/gs)].flatMap(([, face = '']) => {
  const file = /url\('\.\/fonts\/([\w-]+)\.woff2'\)/.exec(face)?.[1];
  const family = /font-family: '([^']+)'/.exec(face)?.[1] ?? '';
  return file ? [{ family, file, characters: charactersOf(/unicode-range:([^;]+);/.exec(face)?.[1] ?? '') }] : [];
});

test('a font is declared for the characters that it was made with', () => {
  const script = readFileSync(`${FOLDER}/subset.mjs`, 'utf8');
  const made = [...script.matchAll(/'([\w-]+)': \{[^}]*?unicodeRange:\s*'([^']+)'/g)];
  expect(made.map(([, name]) => `${FOLDER}/${name}.woff2`).sort()).toEqual(globSync(`${FOLDER}/*.woff2`).sort());
  for (const [, name, range = ''] of made) {
    const declared = faces.filter(({ file }) => file === name);
    expect(declared.length, name).toBeGreaterThan(0);
    const characters = charactersOf(range);
    const lacking = declared.flatMap((face) => [...face.characters].filter((character) => !characters.has(character)));
    expect(lacking, `${name} does not hold what fonts.css says`).toEqual([]);
    expect(Math.max(...declared.map((face) => face.characters.size)), name).toBe(characters.size);
  }
});

test('no character of a sentence, nor any sign that a notation writes, is left to the system', () => {
  const sentences = globSync('src/locales/*.json').map((file) => readFileSync(file, 'utf8'));
  const signs = readFileSync('src/features/conversion/rules/logic/notation-text.ts', 'utf8');
  expect(lackingIn('Inter', sentences.join(''))).toEqual([]);
  expect(lackingIn('JetBrains Mono', signs)).toEqual([]);
});

test.each(['Inter', 'JetBrains Mono'])(
  'the signs between operands are of one size in %s: one file has them all',
  (family) => {
    const files = faces.filter(
      (face) => face.family === family && [...'∧∨⊕⊙'].some((sign) => face.characters.has(sign)),
    );
    expect(files.map(({ file }) => file)).toEqual(['jetbrains-mono-signs']);
  },
);

/** Returns the characters in a text that none of the family's files contain. */
function lackingIn(family: string, text: string): string[] {
  const held = faces.filter((face) => face.family === family).map(({ characters }) => characters);
  const wanted = new Set(text.replaceAll(/\s/g, ''));
  return [...wanted].filter((character) => !held.some((characters) => characters.has(character)));
}

function charactersOf(range: string): Set<string> {
  const parts = range.split(',').map((part) => part.trim().replace(/^U\+/, '').split('-'));
  return new Set(
    parts.flatMap(([first = '', last = first]) => {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    }),
  );
}
