import { ID_MAX } from './id-max.js';

/** Matches no row, so that an invalid id finds nothing. */
export const NO_ROW = 0;

/** Parses a row id sent by a client; undefined if no row can have that id. */
export function rowId(id: string): number | undefined {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : Number.POSITIVE_INFINITY;
  return number > ID_MAX ? undefined : number;
}
