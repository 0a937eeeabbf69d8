import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { imagesAsLinks } from './images-as-links.ts';
import { BLOCKS_MAX, NESTING_MAX } from './terms-limits.ts';

/** Rendered Markdown. */
export interface RenderedTerms {
  readonly html: string;
  /**
   * The reason why the text must not be published. Parts that are nested too deeply are missing from the HTML; with too
   * many blocks, all of them are.
   */
  readonly fault?: 'tooDeep' | 'tooManyBlocks';
}

/**
 * Renders Markdown to HTML (contract 6, promise 27): CommonMark and tables, without HTML and link definitions, and with
 * links instead of images. Headings begin at `h2`, since the page has an `h1`. For any text, the result contains only
 * the tags and attributes of {@link ALLOWED}. The most expensive known text within {@link BLOCKS_MAX} blocks took half
 * a second of processor time, so the service calls this in the thread of {@link TermsThread}.
 *
 * @param blocksMax maximum number of blocks; stored versions are shown with any number of them.
 */
export function renderTerms(content: string, blocksMax = BLOCKS_MAX): RenderedTerms {
  const env = { blocksMax, tooManyBlocks: false };
  const tokens = markdown.parse(content, env);
  if (env.tooManyBlocks) return { html: '', fault: 'tooManyBlocks' };
  const safe = sanitizeHtml(markdown.renderer.render(tokens, markdown.options, env), ALLOWED);
  return tokens.some(endsTooDeep) ? { html: safe, fault: 'tooDeep' } : { html: safe };
}

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;
/** Links lead to other sites, which must not learn where readers come from and which we do not endorse. */
const EXTERNAL_LINK_REL = 'noopener noreferrer nofollow';

const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: NESTING_MAX })
  .enable('table')
  // A link definition of 100 characters that is used 100,000 times would turn a small text into 20 MB.
  .disable(['reference', 'html_block', 'html_inline'])
  .use(imagesAsLinks);
// Links with other schemes remain text.
markdown.validateLink = (address) => SAFE_LINK.test(address);
// Checks the limit before inline parsing and rendering, which are the expensive parts.
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

/** Whether a quote or list item is nested so deeply that the parser ignores its content. */
function endsTooDeep({ type, level }: Token): boolean {
  return level >= NESTING_MAX - 1 && (type === 'blockquote_open' || type === 'list_item_open');
}

/** Second line of defence in case the parser has a bug. */
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
