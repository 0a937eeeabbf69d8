/** The ellipsis included. */
const TEXT_MAX_LENGTH = 4000;

/**
 * Text from outside as plain text (contract 4, promise 27): no control characters but line breaks, no marks of
 * Markdown, no tags, at most 4,000 characters, cut at a word. No tag begins in it even where it is
 * taken for HTML by mistake. Empty when nothing is left.
 */
export function plainText(text: string): string {
  const written = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '');
  const lines = withoutTags(withoutMarkdown(written)).split('\n');
  const tidy = lines.map((line) => line.trimEnd()).join('\n');
  return cut(tidy.replace(/\n{3,}/g, '\n\n').trim());
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/^ {0,3}#{1,6} +/gm, '')
    .replace(/^( *)\* +/gm, '$1- ')
    .replace(/\*\*|`+/g, '');
}

/** What remains of `<` cannot begin a tag: a parser of HTML wants a letter or a mark right behind it. */
function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z][^<>]*>/gi, '').replace(/<(?=[a-z/!?])/gi, '< ');
}

function cut(text: string): string {
  if (text.length <= TEXT_MAX_LENGTH) return text;
  const start = text.slice(0, TEXT_MAX_LENGTH - 1);
  const lastBlank = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
  // A word without end is cut where it may be, but not between the halves of a character.
  const shortened = lastBlank > 0 ? start.slice(0, lastBlank) : start.replace(/[\uD800-\uDBFF]$/, '');
  return `${shortened.trimEnd()}…`;
}
