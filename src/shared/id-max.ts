/** The greatest id that the tables can hold, which is that of PostgreSQL's `integer`. */
export const ID_MAX = 2 ** 31 - 1;
