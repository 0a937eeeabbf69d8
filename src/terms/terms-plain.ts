/** A text as HTML that shows it as it was written, where it cannot be made a page: to the letter, with its line ends. */
export function plainTerms(content: string): string {
  return `<pre>${content.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')}</pre>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
