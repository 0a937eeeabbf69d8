import { CommandFailure } from '../shared/command-failure.js';
import type { DjangoRow } from './django-fields.js';

/** A table of a Django database, or the items of one model in a dump. */
export interface DjangoTable {
  /** Such as `auth_user`, or `auth.user` in a dump. */
  readonly name: string;
  readonly columns: ReadonlySet<string>;
  readonly count: number;
  /** All rows, the one that was made first before the others. */
  rows(): readonly DjangoRow[];
}

/** A table to be found, and the columns by which it is recognised. */
interface TableKind {
  readonly what: string;
  /** The option that names it. */
  readonly option: string;
  fits(columns: ReadonlySet<string>): boolean;
  /** Whether it is accepted when the operator names it. */
  mayFit(columns: ReadonlySet<string>): boolean;
}

/** The model of users, Django's own or one in its place: whatever it is called, it logs in with a password. */
export const USERS: TableKind = {
  what: 'users',
  option: '--users',
  // A history of users, as django-simple-history keeps it, has their columns and its own.
  fits: (columns) => isUserModel(columns) && !columns.has('history_date'),
  mayFit: isUserModel,
};

/** The versions of the terms of use (contract 6). */
export const TERMS: TableKind = {
  what: 'terms of use',
  option: '--terms',
  fits: (columns) => isTermsModel(columns) && [...columns].every((column) => TERMS_COLUMNS.includes(column)),
  mayFit: isTermsModel,
};

const TERMS_COLUMNS = ['id', 'content', 'created_at', 'updated_at', 'is_active'];

function isUserModel(columns: ReadonlySet<string>): boolean {
  return columns.has('password') && columns.has('last_login') && (columns.has('username') || columns.has('email'));
}

function isTermsModel(columns: ReadonlySet<string>): boolean {
  return ['content', 'updated_at', 'is_active'].every((column) => columns.has(column));
}

/**
 * The table that is sought; undefined when there is none. One that is empty gives way to one that is not: a project
 * that has changed its model keeps the old table.
 *
 * @throws {CommandFailure} when several may be meant, or the one that is `named` is none.
 */
export function choose(tables: readonly DjangoTable[], kind: TableKind, named?: string): DjangoTable | undefined {
  const { what, option } = kind;
  if (named !== undefined) {
    const meant = tables.find(({ name }) => name.toLowerCase() === named.toLowerCase());
    if (meant && kind.mayFit(meant.columns)) return meant;
    const why = meant ? `has not the columns of ${what}` : 'is not in it';
    throw new CommandFailure(`${option} ${JSON.stringify(named)} ${why}. There are: ${namesOf(tables)}`);
  }
  const candidates = tables.filter(({ columns }) => kind.fits(columns));
  const filled = candidates.filter(({ count }) => count > 0);
  if (filled.length <= 1) return filled[0] ?? candidates[0];
  throw new CommandFailure(
    `Several tables may be the ${what}: say which with ${option}. There are: ${namesOf(filled)}`,
  );
}

function namesOf(tables: readonly DjangoTable[]): string {
  return tables.map(({ name }) => name).join(', ') || 'none';
}
