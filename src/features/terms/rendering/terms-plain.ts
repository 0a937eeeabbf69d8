/** The source text as HTML, for a version whose Markdown cannot be rendered: escaped, with its line ends. */
export function plainTerms(content: string): string {
  return `<pre>${content.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')}</pre>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
