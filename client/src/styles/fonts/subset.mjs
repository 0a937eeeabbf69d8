import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Regenerates the fonts in this folder, byte for byte; README.md lists the requirements. */

/** Character ranges, written as for `unicode-range`; they must match `fonts.css` for the file of the same name. */
const FILES = {
  'inter-latin': {
    source: 'inter-ui/variable/InterVariable.woff2',
    unicodeRange:
      'U+20-7E, U+A0-A1, U+A3, U+A7, U+AA-AB, U+B0, U+B7, U+BA-BB, U+BF-FF, U+2009, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+202F, U+2039-203A, U+20AC, U+2191, U+2193, U+2212',
    keepFeatures: ['kern', 'tnum'],
    variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
  },
  'inter-signs': {
    source: 'inter-ui/variable/InterVariable.woff2',
    unicodeRange:
      'U+AC, U+B1-B3, U+B5, U+B9, U+3A0, U+3A3, U+207F-2089, U+2190, U+2192, U+2194, U+21D2, U+21D4, U+221E, U+2260, U+2264-2265, U+25CB, U+25CF, U+2713',
    keepFeatures: [],
    variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
  },
  'jetbrains-mono-latin': {
    source: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    unicodeRange:
      'U+20-7E, U+A0-FF, U+2009, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+202F, U+2039-203A, U+20AC, U+2191, U+2193, U+2212',
    // This font's features would form ligatures in code.
    keepFeatures: [],
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  // The static font in one weight, since Fontsource's variable font lacks logic symbols.
  'jetbrains-mono-signs': {
    source: 'jetbrains-mono/fonts/webfonts/JetBrainsMonoNL-Regular.woff2',
    unicodeRange:
      'U+3A0, U+3A3, U+2032, U+203E, U+2070, U+2074-2079, U+2080-2089, U+2190, U+2192, U+2194, U+21D2, U+21D4, U+221E, U+2227-2228, U+2260-2261, U+2264-2265, U+2295, U+2299, U+25BE, U+25CF, U+27F6-27F7',
    keepFeatures: [],
  },
};
/** Copyright, family, style, id, full name, version, PostScript name, licence and licence URL. */
const NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14];

const fromPackage = createRequire(import.meta.url);
const subsetFont = fromPackage('subset-font');
for (const [name, { source, unicodeRange, ...options }] of Object.entries(FILES)) {
  const [, packageName, path] = /^((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(source);
  const file = fromPackage.resolve(`${packageName}/package.json`).replace(/package\.json$/, path);
  const subset = await subsetFont(readFileSync(file), charactersOf(unicodeRange), {
    targetFormat: 'woff2',
    noHinting: true,
    preserveNameIds: NAMES,
    ...options,
  });
  writeFileSync(new URL(`./${name}.woff2`, import.meta.url), subset);
  console.log(`${name}: ${subset.length} bytes`);
}

/** Returns all characters of a `unicode-range`. */
function charactersOf(unicodeRange) {
  return unicodeRange
    .split(', ')
    .flatMap((range) => {
      const [first, last = first] = range
        .slice(2)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    })
    .join('');
}
