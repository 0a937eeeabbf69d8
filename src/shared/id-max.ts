/** Greatest possible id in the tables: the maximum of PostgreSQL's `integer`. */
export const ID_MAX = 2 ** 31 - 1;
