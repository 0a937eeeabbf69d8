/** The longest text of a version, in characters (contract 6). */
export const CONTENT_MAX_LENGTH = 200_000;

/** How deep quotes and lists may be in each other; a list counts twice, as a list and as its item. */
export const NESTING_MAX = 12;

/** How many paragraphs, headings, quotes, lists, list items, tables, rows and cells a text may have, all together. */
export const BLOCKS_MAX = 20_000;
