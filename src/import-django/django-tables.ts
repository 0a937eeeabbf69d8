import { CommandFailure } from '../shared/errors/command-failure.js';
import type { DjangoRow } from './django-fields.js';

/** A table of a Django database, or one model's items in a dump. */
export interface DjangoTable {
  /** `auth_user`, or `auth.user` in a dump. */
  readonly name: string;
  readonly columns: ReadonlySet<string>;
  readonly count: number;
  /** All rows, oldest first. */
  rows(): readonly DjangoRow[];
}

/** Kind of table, with the columns that identify it. */
interface TableKind {
  readonly label: string;
  readonly option: string;
  matches(columns: ReadonlySet<string>): boolean;
  /** Whether a table is accepted when the operator names it. */
  mayMatch(columns: ReadonlySet<string>): boolean;
}

/** The user model, Django's own or a replacement. Whatever its name, it is the one that logs in with a password. */
export const USERS: TableKind = {
  label: 'users',
  option: '--users',
  // The history tables of django-simple-history have all of the user columns, plus some of their own.
  matches: (columns) => isUserModel(columns) && !columns.has('history_date'),
  mayMatch: isUserModel,
};

/** Versions of the terms of use (contract 6). */
export const TERMS: TableKind = {
  label: 'terms of use',
  option: '--terms',
  matches: (columns) => isTermsModel(columns) && [...columns].every((column) => TERMS_COLUMNS.includes(column)),
  mayMatch: isTermsModel,
};

const TERMS_COLUMNS = ['id', 'content', 'created_at', 'updated_at', 'is_active'];

function isUserModel(columns: ReadonlySet<string>): boolean {
  return columns.has('password') && columns.has('last_login') && (columns.has('username') || columns.has('email'));
}

function isTermsModel(columns: ReadonlySet<string>): boolean {
  return ['content', 'updated_at', 'is_active'].every((column) => columns.has(column));
}

/**
 * Selects the table that matches the criteria; undefined if there is none. Tables with rows are preferred, since a
 * project that has replaced its user model still has the old, empty table.
 *
 * @throws {CommandFailure} if several tables match, or the `named` one does not.
 */
export function selectTable(tables: readonly DjangoTable[], kind: TableKind, named?: string): DjangoTable | undefined {
  const { label, option } = kind;
  if (named !== undefined) {
    const meant = tables.find(({ name }) => name.toLowerCase() === named.toLowerCase());
    if (meant && kind.mayMatch(meant.columns)) return meant;
    const why = meant ? `has not the columns of ${label}` : 'is not in it';
    throw new CommandFailure(`${option} ${JSON.stringify(named)} ${why}. There are: ${namesOf(tables)}`);
  }
  const candidates = tables.filter(({ columns }) => kind.matches(columns));
  const filled = candidates.filter(({ count }) => count > 0);
  if (filled.length <= 1) return filled[0] ?? candidates[0];
  throw new CommandFailure(
    `Several tables may be the ${label}: choose one with ${option}. There are: ${namesOf(filled)}`,
  );
}

function namesOf(tables: readonly DjangoTable[]): string {
  return tables.map(({ name }) => name).join(', ') || 'none';
}
