/** Maximum length of the text, including the ellipsis. */
const TEXT_MAX_LENGTH = 4000;

/**
 * Reduces untrusted text to plain text (contract 4, promise 27): strips control characters except line breaks, Markdown
 * syntax and tags, and cuts the text between words to at most 4,000 characters. The result cannot contain a tag, even
 * if it is mistaken for HTML. Empty if nothing is left.
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

/**
 * Strips tags. A remaining `<` cannot begin a tag, because HTML parsers require a letter or a punctuation mark right
 * after it.
 */
function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z][^<>]*>/gi, '').replace(/<(?=[a-z/!?])/gi, '< ');
}

function cut(text: string): string {
  if (text.length <= TEXT_MAX_LENGTH) return text;
  const start = text.slice(0, TEXT_MAX_LENGTH - 1);
  const lastBlank = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
  // A very long word is cut anywhere, but never between the halves of a surrogate pair.
  const shortened = lastBlank > 0 ? start.slice(0, lastBlank) : start.replace(/[\uD800-\uDBFF]$/, '');
  return `${shortened.trimEnd()}…`;
}
