/** The Markdown source as preformatted HTML, for a text that takes too long to render. */
export function plainTerms(content: string): string {
  return `<pre>${content.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')}</pre>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
