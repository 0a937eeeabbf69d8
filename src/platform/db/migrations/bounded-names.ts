import { createHash } from 'node:crypto';
import type { Migration } from '@mikro-orm/migrations';

/**
 * The part of migration 009 that both databases use. It copies the service's rules instead of importing them because
 * those may change later, but a released migration may not.
 */

const NAME_MAX_BYTES = 300;

const ROWS_AT_ONCE = 500;

/** Returns the SHA-256 of a name's key, in hexadecimal. */
export function nameHash(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** Returns the display form of a name's key, truncated if too long. */
export function shownName(name: string): string {
  return Buffer.byteLength(name) <= NAME_MAX_BYTES ? name : `${cut(name, NAME_MAX_BYTES - 3)}…`;
}

/** Truncates names and name keys in the audit trail to the length stored from this version on. */
export async function cutAuditNames(migration: Migration): Promise<void> {
  const tooLong = COLUMNS.map((column) => `octet_length(${column}) > ${NAME_MAX_BYTES}`).join(' or ');
  const take = `select id, ${COLUMNS.join(', ')} from authentication_events
    where id > ? and (${tooLong}) order by id limit ${ROWS_AT_ONCE}`;
  const assignments = COLUMNS.map((column) => `${column} = ?`).join(', ');
  for (let last = 0; ; ) {
    const rows = (await migration.execute(take, [last])) as unknown as AuditNames[];
    for (const row of rows) {
      const names = COLUMNS.map((column) => cut(row[column], NAME_MAX_BYTES));
      await migration.execute(`update authentication_events set ${assignments} where id = ?`, [...names, row.id]);
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

const COLUMNS = ['username', 'username_key', 'actor', 'actor_key'] as const;

type AuditNames = Readonly<Record<(typeof COLUMNS)[number], string>> & { readonly id: number };

function cut(text: string, maxBytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}
