/** The key of an item in a list of a fixed order: the values by which it is sorted. */
export type PageKey = readonly (string | number)[];

/** Which part of a list is wanted. */
export interface PageRequest<Key extends PageKey> {
  /** How many at most. */
  readonly first: number;
  /** The key after which the part begins; from the start when undefined. */
  readonly after: Key | undefined;
}

/** A part of a list of a fixed order. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The key of the last item; null when there is none. */
  readonly endKey: PageKey | null;
  readonly hasMore: boolean;
}

/** How many rows to ask the database for: the one beyond the page shows whether there are more. */
export function rowsFor({ first }: { readonly first: number }): number {
  return first + 1;
}

/** The page that {@link rowsFor} rows make. */
export function pageOf<Item>(rows: readonly Item[], first: number, keyOf: (item: Item) => PageKey): Page<Item> {
  return pageOfCursor({ items: rows.slice(0, first), hasNextPage: rows.length > first }, keyOf);
}

/** The page that `findByCursor` of MikroORM has found. Its own cursors would reveal the whole key, and are not used. */
export function pageOfCursor<Item>(
  { items, hasNextPage }: { readonly items: readonly Item[]; readonly hasNextPage: boolean },
  keyOf: (item: Item) => PageKey,
): Page<Item> {
  const last = items.at(-1);
  return { items, endKey: last === undefined ? null : keyOf(last), hasMore: hasNextPage };
}
