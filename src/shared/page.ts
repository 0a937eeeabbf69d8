import { ID_MAX } from './id-max.js';

/** An item's key in a sorted list: the values by which the list is sorted. */
export type PageKey = readonly (string | number)[];

export interface PageRequest<Key extends PageKey> {
  /** Maximum number of items. */
  readonly first: number;
  /** Key of the item where the page begins, which is not on it; undefined for an end of the list. */
  readonly after: Key | undefined;
  /** Whether the page is walked back: it ends before `after`, or with the list. */
  readonly isBackward?: boolean;
}

export interface Page<Item> {
  /** Items in the order of the list, in whichever direction it is walked. */
  readonly items: readonly Item[];
  /** Key of each item. */
  readonly keys: readonly PageKey[];
  /** Keys of the first and the last row of the page; null if it is empty. Their items may have been deleted since. */
  readonly startKey: PageKey | null;
  readonly endKey: PageKey | null;
  /** Whether more items follow the page. */
  readonly hasMore: boolean;
  /** Whether more items precede the page. */
  readonly hasEarlier: boolean;
}

/** Returns the number of rows to query: one more than the page holds, to determine whether there are more. */
export function rowsFor({ first }: { readonly first: number }): number {
  return first + 1;
}

export type SortOrder = 'asc' | 'desc';

/** Returns the order in which to query a list: the opposite of its own if it is walked back. */
function orderOf({ isBackward = false }: Pick<PageRequest<PageKey>, 'isBackward'>, order: SortOrder): SortOrder {
  return isBackward === (order === 'asc') ? 'desc' : 'asc';
}

/** Returns order and condition of a query for a page of a list sorted by one unique column. */
export function keysetOf<Value extends string | number>(
  request: PageRequest<readonly [Value]>,
  own: SortOrder,
): { readonly order: SortOrder; readonly bound: { readonly $gt?: Value; readonly $lt?: Value } | undefined } {
  const order = orderOf(request, own);
  const at = request.after && inRange(request.after[0]);
  const bound = at === undefined ? undefined : order === 'asc' ? { $gt: at } : { $lt: at };
  return { order, bound };
}

/** Returns the nearest value that a column of ids may be compared with. */
function inRange<Value extends string | number>(value: Value): Value {
  return typeof value === 'number' ? (Math.min(Math.max(value, 0), ID_MAX) as Value) : value;
}

type Direction = Pick<PageRequest<PageKey>, 'first' | 'after' | 'isBackward'>;

/** Builds a page from {@link rowsFor} rows, which are in the order of the query. */
export function pageOf<Item>(rows: readonly Item[], request: Direction, keyOf: (item: Item) => PageKey): Page<Item> {
  const { first, after, isBackward = false } = request;
  const read = rows.slice(0, first);
  const items = isBackward ? read.reverse() : read;
  const more = rows.length > first;
  // Where the walk began, there is at least the item that it began at.
  const isInside = after !== undefined;
  return pageWith(items, { hasMore: isBackward ? isInside : more, hasEarlier: isBackward ? more : isInside }, keyOf);
}

/** Returns the options of MikroORM's `findByCursor` for a page; `cursor` translates its key. */
export function cursorOptions<Key extends PageKey, Cursor>(
  { first, after, isBackward = false }: PageRequest<Key>,
  cursor: (key: Key) => Cursor,
) {
  const at = after && cursor(after);
  return isBackward ? { last: first, ...(at && { before: at }) } : { first, ...(at && { after: at }) };
}

/** Builds a page from a result of MikroORM's `findByCursor`, whose own cursors would reveal the whole key. */
export function pageOfCursor<Item>(
  found: { readonly items: readonly Item[]; readonly hasNextPage: boolean; readonly hasPrevPage: boolean },
  keyOf: (item: Item) => PageKey,
): Page<Item> {
  return pageWith(found.items, { hasMore: found.hasNextPage, hasEarlier: found.hasPrevPage }, keyOf);
}

function pageWith<Item>(
  items: readonly Item[],
  around: Pick<Page<Item>, 'hasMore' | 'hasEarlier'>,
  keyOf: (item: Item) => PageKey,
): Page<Item> {
  const keys = items.map(keyOf);
  return { items, keys, startKey: keys[0] ?? null, endKey: keys.at(-1) ?? null, ...around };
}
