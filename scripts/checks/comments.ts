import { globSync, readFileSync } from 'node:fs';

/**
 * Checks the style of comments, which begin with a verb or a noun, as one engineer would put it to another. Reports
 * openings typical of a translator's English; CONTRIBUTING shows better sentences for most of them.
 */

const SCANNED = '{src,client/src,client/worker,clients,scripts,test}/**/*.{ts,tsx}';

/** Matches comments that take up whole lines: blocks, and runs of `//`. */
const COMMENT = /^[ \t]*\/\*\*?([\s\S]*?)\*\/[ \t]*$|^([ \t]*)\/\/[^\n]*(?:\n\2\/\/[^\n]*)*/gm;

/** Openings of a sentence, and phrases that nobody says, each with advice. */
const STILTED: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/(?:^|[.:;]\s+|@\w+ )(?:What|Who|Whose|Whom)\s/, 'begin with a verb or a noun instead'],
  [/(?:^|[.:;]\s+)It is (?:looked|told|asked|said|meant|counted)\b/, 'say who does it'],
  [/(?:^|[.:;]\s+)There (?:is|are) none\b/, 'say what is missing'],
  [/\b(?:no|not|never|nobody|nothing|none)\b[^.]{0,60}\bany more\b/, '"no longer"'],
];

let faults = 0;
for (const file of globSync(SCANNED)) {
  const text = readFileSync(file, 'utf8');
  for (const { index, 0: comment } of text.matchAll(COMMENT)) {
    const sentence = comment
      .replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)\s?/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
    const found = STILTED.map(([pattern, advice]) => ({ part: pattern.exec(sentence)?.[0].trim(), advice }));
    for (const { part, advice } of found.filter(({ part }) => part !== undefined)) {
      faults += 1;
      console.error(`${file}:${text.slice(0, index).split('\n').length} "${part}": ${advice}`);
    }
  }
}
if (faults > 0) process.exitCode = 1;
