/** Returns the source as escaped HTML with its line breaks, for a version whose Markdown cannot be rendered. */
export function plainTerms(content: string): string {
  return `<pre>${content.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')}</pre>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
