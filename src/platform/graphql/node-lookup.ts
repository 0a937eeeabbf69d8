import type { IdentifiedType } from '../../shared/global-id.js';
import { ID_MAX } from '../../shared/id-max.js';
import { encodeCursor } from './cursor.js';

/** A query that may return the object with a global id, so that its guard, scope and quota are those of `node`. */
export interface NodeLookup {
  /** Name of the query. */
  readonly field: string;
  /** Returns the arguments of the query for an id without its type. */
  readonly args: (id: string) => Readonly<Record<string, unknown>>;
  /** Returns the objects in the result of the query, among which the one with the id is found. */
  readonly found: (result: unknown) => readonly Identified[];
}

export interface Identified {
  readonly id: string;
}

/** Looks an object up by a query that takes its id. */
export function byId(field: string): NodeLookup {
  return { field, args: (id) => ({ id }), found: (result) => (result ? [result as Identified] : []) };
}

/** Looks an object up in a query that returns a short list, or a single object. */
export function among(field: string): NodeLookup {
  return { field, args: () => ({}), found: (result) => [result ?? []].flat() as Identified[] };
}

/** Looks an object up in a list that is paginated by descending row ids. */
export function inPages(field: string): NodeLookup {
  return {
    field,
    args: (id) => ({ first: 1, after: encodeCursor([keyBefore(Number(id))]) }),
    found: (result) => (result as { readonly nodes: readonly Identified[] }).nodes,
  };
}

/** Returns the key after which the row with an id comes; for a number that is no row's id, one after which none comes. */
function keyBefore(id: number): number {
  return Number.isSafeInteger(id) && id < ID_MAX ? id + 1 : 0;
}

/** Queries for the objects of each type that implements `Node`. A refused one is followed by the next. */
export type NodeLookups = Readonly<Partial<Record<IdentifiedType | 'Host', readonly NodeLookup[]>>>;
