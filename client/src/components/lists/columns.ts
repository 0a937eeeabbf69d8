import type { ReactNode } from 'react';

/** One fact about an item: a table column, or a short piece of text in the list. */
export interface Column<Item> {
  readonly name: string;
  /** Renders the value; may render nothing. */
  cell(item: Item): ReactNode;
  /** Width of the column in the table; columns without one share the remaining space. */
  readonly width?: string;
  /**
   * Presentation in the list: without its name if the value speaks for itself, like an e-mail address, or beside the
   * title.
   */
  readonly inList?: 'alone' | 'beside title';
}

/** Columns of a list, which is shown as a table if there is room for one and as a list otherwise. */
export interface Columns<Item> {
  /** Returns a key that is unique within the list. */
  keyOf(item: Item): string;
  /** Names the item and shows its state. */
  readonly title: Column<Item>;
  /** Columns before the title in the table. */
  readonly before?: readonly Column<Item>[];
  readonly after: readonly Column<Item>[];
  /** Action buttons and the width of their column. */
  readonly actions?: { readonly width: string; of(item: Item): ReactNode };
  /** Content shown on request only; may be empty. */
  details?(item: Item): ReactNode;
  /** Accessible name of an item, for the button that expands it. */
  nameOf?(item: Item): string;
}
