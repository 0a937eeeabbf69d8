import { ID_MAX } from '../../shared/id-max.js';

/** Parses a row id sent by a client; undefined if no row can have that id. */
export function rowId(id: string): number | undefined {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : Number.POSITIVE_INFINITY;
  return number > ID_MAX ? undefined : number;
}
