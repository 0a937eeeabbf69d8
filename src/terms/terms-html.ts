import { setImmediate } from 'node:timers/promises';
import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { KeyedTurns } from '../shared/keyed-turns.js';
import { BLOCKS_MAX, NESTING_MAX } from './terms.messages.js';

/** What Markdown has become. */
export interface RenderedTerms {
  readonly html: string;
  /** Why it cannot be published: what is nested too deep is left out, of too many blocks there is nothing. */
  readonly fault?: 'tooDeep' | 'tooManyBlocks';
}

/**
 * Makes HTML of Markdown (contract §6, promise 27): CommonMark and tables, without HTML, images and link definitions.
 * Its headings begin with `h2`, since the page has an `h1`. Whatever the text, the result holds only what
 * {@link ALLOWED} names. One text at a time, in parts between which others have their turn. The
 * dearest text found within {@link BLOCKS_MAX} blocks took 1.8 s on two cores that were busy with other things;
 * 200,000 characters of emphasis alone, 0.45 s on idle ones and 1.2 s on these.
 *
 * @param blocksMax how many blocks there may be; a version that is kept already is shown whatever it has.
 */
export function renderTerms(content: string, blocksMax = BLOCKS_MAX): Promise<RenderedTerms> {
  return turns.run('', () => render(content, blocksMax));
}

const turns = new KeyedTurns();

async function render(content: string, blocksMax: number): Promise<RenderedTerms> {
  await setImmediate();
  const env = { blocksMax, tooManyBlocks: false };
  const tokens = markdown.parse(content, env);
  if (env.tooManyBlocks) return { html: '', fault: 'tooManyBlocks' };
  await setImmediate();
  const html = markdown.renderer.render(tokens, markdown.options, env);
  await setImmediate();
  const safe = sanitizeHtml(html, ALLOWED);
  return tokens.some(endsTooDeep) ? { html: safe, fault: 'tooDeep' } : { html: safe };
}

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;
/** Links lead away: the other site learns nothing of this one, and is not vouched for. */
const FOREIGN = 'noopener noreferrer nofollow';

const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: NESTING_MAX })
  .enable('table')
  // A link definition of 100 characters, used 100,000 times, would make 20 MB of a small text.
  .disable(['image', 'reference', 'html_block', 'html_inline']);
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
