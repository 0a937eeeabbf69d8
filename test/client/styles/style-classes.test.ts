import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Classes that the chart library and the playground's GraphiQL give their own elements. */
const FROM_LIBRARIES = /^(u|graphiql)-/;

test('every class of a style sheet is used by a component or a page', () => {
  const code = globSync(['client/src/**/*.{ts,tsx}', 'src/**/*.{ts,eta}']).map((file) => readFileSync(file, 'utf8'));
  const words = new Set(code.join('\n').match(/[\w-]+/g));
  const unused = globSync('client/src/**/*.css').flatMap((file) =>
    listClasses(readFileSync(file, 'utf8'))
      .filter((name) => !FROM_LIBRARIES.test(name) && !words.has(name))
      .map((name) => `${file}: .${name}`),
  );
  expect(unused).toEqual([]);
});

function listClasses(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/url\([^)]*\)|"[^"]*"/g, '');
  return [...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}
