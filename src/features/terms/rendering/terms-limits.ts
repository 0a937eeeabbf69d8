/** Maximum length of a version's text, in characters (contract 6). */
export const CONTENT_MAX_LENGTH = 200_000;

/** Maximum nesting depth of quotes and lists. A list counts twice, once for itself and once for its item. */
export const NESTING_MAX = 12;

/**
 * Maximum number of paragraphs, headings, quotes, lists, list items, tables, rows and cells in a text, all together.
 */
export const BLOCKS_MAX = 20_000;
