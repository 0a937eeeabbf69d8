import { setImmediate } from 'node:timers/promises';
import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { NESTING_MAX } from './terms.messages.js';

/** What Markdown has become. */
export interface RenderedTerms {
  readonly html: string;
  /** Whether all of it is there: what is nested too deep is left out. */
  readonly complete: boolean;
}

/**
 * Makes HTML of Markdown (contract §6, promise 27): CommonMark and tables, without HTML, images and link definitions.
 * Its headings begin with `h2`, since the page has an `h1`. Whatever the text, the result holds only what
 * {@link ALLOWED} names. 200,000 characters take some tenths of a second at worst, in two parts, between which others
 * have their turn.
 */
export async function renderTerms(content: string): Promise<RenderedTerms> {
  const tokens = markdown.parse(content, {});
  const html = markdown.renderer.render(tokens, markdown.options, {});
  await setImmediate();
  return { html: sanitizeHtml(html, ALLOWED), complete: !tokens.some(endsTooDeep) };
}

const SAFE_LINK = /^(?:https?|mailto):/i;
/** Links lead away: the other site learns nothing of this one, and is not vouched for. */
const FOREIGN = 'noopener noreferrer nofollow';

const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: NESTING_MAX })
  .enable('table')
  // A link definition of 100 characters, used 100,000 times, would make 20 MB of a small text.
  .disable(['image', 'reference', 'html_block', 'html_inline']);
// Anything else than a link of these kinds stays the text that it is.
markdown.validateLink = (address) => SAFE_LINK.test(address);
markdown.core.ruler.push('headings_below_the_page', ({ tokens }) => {
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = lower(token.tag);
});

function lower(heading: string): string {
  return `h${Math.min(6, Number(heading.slice(1)) + 1)}`;
}

/** Whether a quote or a list item is where the parser stops to look into it. */
function endsTooDeep({ type, level }: Token): boolean {
  return level >= NESTING_MAX - 1 && (type === 'blockquote_open' || type === 'list_item_open');
}

/** The last word on what reaches a page, should the parser ever err. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'ul', 'ol', 'li', 'pre', 'hr', 'br'],
    ...['a', 'em', 'strong', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '' }) => {
      const attribs: sanitizeHtml.Attributes = SAFE_LINK.test(href) ? { href, rel: FOREIGN } : {};
      return { tagName, attribs };
    },
    ol: (tagName, { start = '' }) => {
      const attribs: sanitizeHtml.Attributes = /^\d{1,9}$/.test(start) ? { start } : {};
      return { tagName, attribs };
    },
  },
};
