/** An item's key in a sorted list: the values by which the list is sorted. */
export type PageKey = readonly (string | number)[];

export interface PageRequest<Key extends PageKey> {
  readonly first: number;
  /** Key of the item before the page; undefined for the first page. */
  readonly after: Key | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Key of the last item; null if the page is empty. */
  readonly endKey: PageKey | null;
  readonly hasMore: boolean;
}

/** Returns the number of rows to query: one more than the page holds, to determine whether there are more. */
export function rowsFor({ first }: { readonly first: number }): number {
  return first + 1;
}

/** Builds a page from {@link rowsFor} rows. */
export function pageOf<Item>(rows: readonly Item[], first: number, keyOf: (item: Item) => PageKey): Page<Item> {
  return pageOfCursor({ items: rows.slice(0, first), hasNextPage: rows.length > first }, keyOf);
}

/** Builds a page from a result of MikroORM's `findByCursor`, whose own cursors would reveal the whole key. */
export function pageOfCursor<Item>(
  { items, hasNextPage }: { readonly items: readonly Item[]; readonly hasNextPage: boolean },
  keyOf: (item: Item) => PageKey,
): Page<Item> {
  const last = items.at(-1);
  return { items, endKey: last === undefined ? null : keyOf(last), hasMore: hasNextPage };
}
