/** Maximum length of a version's text, in characters (contract 6). */
export const CONTENT_MAX_LENGTH = 200_000;

/** Maximum nesting depth of quotes and lists; a list counts twice, as a list and as its item. */
export const NESTING_MAX = 12;

/** Maximum total of paragraphs, headings, quotes, lists, list items, tables, rows and cells in a text. */
export const BLOCKS_MAX = 20_000;
