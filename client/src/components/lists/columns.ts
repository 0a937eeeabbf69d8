import type { ReactNode } from 'react';

/** One piece of what there is to know of an item: a column of the table, or a short piece of text in the list. */
export interface Column<Item> {
  readonly name: string;
  /** Nothing where there is nothing to say. */
  cell(item: Item): ReactNode;
  /** The width of the column in the table; the others share what is left. */
  readonly width?: string;
  /** How the list shows it: with its name unless it is clear without, such as an e-mail address, or beside the title. */
  readonly inList?: 'alone' | 'beside title';
}

/** What a list shows of its items: as a table where there is room for one, else as a list. */
export interface Columns<Item> {
  /** What identifies an item among the others of the list. */
  keyOf(item: Item): string;
  /** What names the item, with words on its state. */
  readonly title: Column<Item>;
  /** In the table these stand before the title. */
  readonly before?: readonly Column<Item>[];
  readonly after: readonly Column<Item>[];
  /** Buttons. */
  readonly actions?: { readonly width: string; of(item: Item): ReactNode };
  /** What is shown on request only; nothing where there is no more to know. */
  details?(item: Item): ReactNode;
  /** The accessible name of an item, for the button that shows more of it. */
  nameOf?(item: Item): string;
}
