import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { imagesAsLinks } from './images-as-links.ts';
import { BLOCKS_MAX, NESTING_MAX } from './terms.messages.ts';

/** What Markdown has become. */
export interface RenderedTerms {
  readonly html: string;
  /** Why it cannot be published: what is nested too deep is left out, of too many blocks there is nothing. */
  readonly fault?: 'tooDeep' | 'tooManyBlocks';
}

/**
 * Makes HTML of Markdown (contract 6, promise 27): CommonMark and tables, without HTML and link definitions, and with
 * links in place of images.
 * Its headings begin with `h2`, since the page has an `h1`. Whatever the text, the result holds only what
 * {@link ALLOWED} names. The dearest text found within {@link BLOCKS_MAX} blocks took half a second of processor time: the
 * service asks {@link TermsThread}, which does this in a thread of its own.
 *
 * @param blocksMax how many blocks there may be; a version that is kept already is shown whatever it has.
 */
export function renderTerms(content: string, blocksMax = BLOCKS_MAX): RenderedTerms {
  const env = { blocksMax, tooManyBlocks: false };
  const tokens = markdown.parse(content, env);
  if (env.tooManyBlocks) return { html: '', fault: 'tooManyBlocks' };
  const safe = sanitizeHtml(markdown.renderer.render(tokens, markdown.options, env), ALLOWED);
  return tokens.some(endsTooDeep) ? { html: safe, fault: 'tooDeep' } : { html: safe };
}

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;
/** Links lead away: the other site learns nothing of this one, and is not vouched for. */
const EXTERNAL_LINK_REL = 'noopener noreferrer nofollow';

const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: NESTING_MAX })
  .enable('table')
  // A link definition of 100 characters, used 100,000 times, would make 20 MB of a small text.
  .disable(['reference', 'html_block', 'html_inline'])
  .use(imagesAsLinks);
// Anything else than a link of these kinds stays the text that it is.
markdown.validateLink = (address) => SAFE_LINK.test(address);
// Looked at before what is within the blocks is, and before any HTML is made.
markdown.core.ruler.after('block', 'blocks_within_bounds', (state) => {
  const blocks = state.tokens.filter(({ nesting, type }) => nesting >= 0 && type !== 'inline').length;
  if (blocks <= Number(state.env.blocksMax)) return;
  state.env.tooManyBlocks = true;
  state.tokens = [];
});
markdown.core.ruler.push('headings_below_the_page', ({ tokens }) => {
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = demote(token.tag);
});

function demote(heading: string): string {
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
      const attribs: sanitizeHtml.Attributes = SAFE_LINK.test(href) ? { href, rel: EXTERNAL_LINK_REL } : {};
      return { tagName, attribs };
    },
    ol: (tagName, { start = '' }) => {
      const attribs: sanitizeHtml.Attributes = /^\d{1,9}$/.test(start) ? { start } : {};
      return { tagName, attribs };
    },
  },
};
