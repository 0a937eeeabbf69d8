import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { dialectOf } from '../../../platform/db/dialect.js';
import { ID_MAX } from '../../../shared/id-max.js';
import { characterCount } from '../../../shared/text/character-count.js';

export interface UserSearch {
  /** Part of a username, an address or a first name. If it has only one or two characters, it must begin a username. */
  readonly text: string;
  readonly isActive?: boolean | undefined;
  readonly isStaff?: boolean | undefined;
  readonly isOperator?: boolean | undefined;
  /** If set, only accounts with a smaller id, which are older, are returned. */
  readonly below?: number | undefined;
  readonly limit: number;
}

/** Length of the longest searched column, in characters; longer search texts cannot match. */
const TEXT_MAX_LENGTH = 254;

/** Minimum length for the trigram index. Shorter texts are matched against the beginning of usernames instead. */
const TRIGRAM_LENGTH = 3;

/** Returns the ids of the accounts that contain a text, ignoring case, newest first (decision 020). */
export async function searchUsers(em: UnitOfWork, search: UserSearch): Promise<number[]> {
  const text = search.text.trim();
  if (!canBeFound(text)) return [];
  const statementFor = dialectOf(em) === 'sqlite' ? sqliteStatement : postgresqlStatement;
  const [sql, values] = statementFor({ ...search, text });
  const rows = await (em as SqlEntityManager).getConnection().execute<{ id: number }[]>(sql, values);
  return rows.map(({ id }) => id);
}

/**
 * Whether a column can contain the text. Columns never contain control characters, at which a database might truncate
 * the text (decision 002).
 */
function canBeFound(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text) && characterCount(text) <= TEXT_MAX_LENGTH;
}

type Statement = readonly [sql: string, values: readonly (string | number | boolean)[]];

function sqliteStatement({ text, isActive, isStaff, isOperator, below = ID_MAX, limit }: UserSearch): Statement {
  const isShort = characterCount(text) < TRIGRAM_LENGTH;
  const match = [
    ...(isActive === undefined ? [] : [`active : ${wordOf(isActive)}`]),
    ...(isStaff === undefined ? [] : [`staff : ${wordOf(isStaff)}`]),
    isShort ? `beginning : ${phrase(`^^${text}`)}` : `{username email first_name} : ${phrase(text)}`,
  ].join(' AND ');
  // The index has no word for operators, of whom there are few.
  const ofRole =
    isOperator === undefined ? '' : 'and (select is_operator from users where id = users_search.rowid) = ?';
  const sql = `select rowid as id from users_search where users_search match ? and rowid < ? ${ofRole} order by rowid desc limit ?`;
  return [sql, [match, below, ...(isOperator === undefined ? [] : [Number(isOperator)]), limit]];
}

/** Returns the word that the trigger of migration 008 indexes for a flag. */
function wordOf(value: boolean): string {
  return value ? 'yes' : 'not';
}

/** Quotes the text as an FTS5 phrase, where operators have no meaning. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Has to match the index's expression exactly, or PostgreSQL will not use the index. */
const POSTGRESQL_TEXT = '(chr(10) || lower(username || chr(10) || email || chr(10) || first_name))';

function postgresqlStatement({ text, isActive, isStaff, isOperator, below = ID_MAX, limit }: UserSearch): Statement {
  const isShort = characterCount(text) < TRIGRAM_LENGTH;
  const escaped = text.replace(/[!%_]/g, '!$&');
  const pattern = isShort ? `\n${escaped}%` : `%${escaped}%`;
  const filters = [
    ...(isActive === undefined ? [] : [['is_active = ?', isActive] as const]),
    ...(isStaff === undefined ? [] : [['is_staff = ?', isStaff] as const]),
    ...(isOperator === undefined ? [] : [['is_operator = ?', isOperator] as const]),
  ];
  const conditions = [`${POSTGRESQL_TEXT} like lower(?) escape '!'`, 'id < ?', ...filters.map(([sql]) => sql)];
  const sql = `select id from users where ${conditions.join(' and ')} order by id desc limit ?`;
  return [sql, [pattern, below, ...filters.map(([, value]) => value), limit]];
}
