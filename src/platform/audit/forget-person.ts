import { raw } from '@mikro-orm/core';
import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { auditKey } from './audit-names.js';
import { type AuditKeyset, AuditWalk } from './audit-walk.js';
import { byActor } from './personal-audit.js';
import { EVENTS_WITH_NAMES, withoutPerson } from './personal-facts.js';
import type { ForgottenPerson } from './personal-records.js';

/**
 * Number of rows changed within the transaction that deletes an account; more would block all other SQLite writers for
 * too long.
 */
export const CHANGED_AT_ONCE = 5000;

/** Rows per step, and the pause between steps, since each step blocks the process on SQLite. */
const STEP_ROWS = 500;
const PAUSE_MS = 50;

const CHANGED = ['id', 'event', 'userId', 'actorId', 'before', 'after', 'usernameKey', 'at'] as const;

type ChangedRow = Pick<AuthenticationEvent, (typeof CHANGED)[number]>;

interface NamelessPerson {
  readonly userId: number;
  readonly pseudonym: string;
  /**
   * Whether a string is the person's user name, in the form of {@link auditKey}; omitted if no row identifies them by
   * name only.
   */
  readonly isKey?: (key: string) => boolean;
  /**
   * When the account was deleted. Rows without an account that contain the name refer to this person only up to then.
   */
  readonly deletedAt: Date;
}

/**
 * Replaces a name with a pseudonym in the rows of the audit trail, within the transaction that deletes the account, so
 * that name and pseudonym are never visible together afterwards. The rows and all their other values are kept.
 *
 * @returns false if there are more than {@link CHANGED_AT_ONCE} rows; {@link forgetLater} changes the rest.
 */
export async function forgetAtOnce(
  unit: UnitOfWork,
  { userId, username, pseudonym, deletedAt }: ForgottenPerson & { readonly deletedAt: Date },
): Promise<boolean> {
  const key = auditKey(username);
  const person = { userId, pseudonym, deletedAt, isKey: (other: string) => other === key };
  let left = CHANGED_AT_ONCE;
  for (const where of [
    { usernameKey: key, $or: [{ userId }, { userId: null, at: { $lte: deletedAt } }] },
    byActor(key, userId),
  ]) {
    for (;;) {
      // Unordered so that each step ends as soon as it has enough rows; changed rows no longer match.
      const rows = await read(unit, where, Math.min(STEP_ROWS, left));
      await changeRows(unit, rows, person);
      left -= rows.length;
      if (rows.length < STEP_ROWS) break;
    }
  }
  const named = await read(unit, factsWith(username), left);
  await changeRows(unit, named, person);
  return named.length < left;
}

/**
 * Removes names from rows that the deletions' transactions left over, or that were added later. Removes a few at a
 * time, with pauses. Safe to repeat.
 *
 * @param since reads only rows from this time on; all rows if omitted.
 * @param isStopped whether to end early because the service is stopping.
 */
export async function forgetLater(
  { em, clock, isStopped }: { em: UnitOfWork; clock: Pick<Clock, 'wait'>; isStopped: () => boolean },
  people: readonly NamelessPerson[],
  since?: Date,
): Promise<void> {
  for (let behind: AuditKeyset | undefined; !isStopped(); ) {
    const conditions = { columns: {}, from: since };
    const events = await new AuditWalk(em).read({ conditions, after: behind, limit: STEP_ROWS });
    const end = events.at(-1);
    if (!end) return;
    const ids = events.map(({ id }) => id);
    await em.fork().transactional(async (unit) => {
      const rows = await read(unit, { id: { $in: ids } }, ids.length);
      for (const person of people) await changeRows(unit, rows, person);
    });
    if (events.length < STEP_ROWS) return;
    behind = [end.at.getTime(), end.id];
    await clock.wait(PAUSE_MS);
  }
}

function read(unit: UnitOfWork, where: object, limit: number): Promise<ChangedRow[]> {
  return unit.find(AuthenticationEvent, where, { fields: CHANGED, limit, disableIdentityMap: true });
}

/** Matches other people's rows whose facts may contain a name; {@link withoutPerson} makes the final decision. */
function factsWith(username: string) {
  const pattern = `%${JSON.stringify(username).replace(/[!%_]/g, '!$&')}%`;
  const contains = (column: string) => ({ [raw(`${column} like ? escape '!'`, [pattern])]: [] });
  return { event: { $in: EVENTS_WITH_NAMES }, $or: [contains('before'), contains('after')] };
}

async function changeRows(unit: UnitOfWork, rows: readonly ChangedRow[], person: NamelessPerson): Promise<void> {
  const { pseudonym } = person;
  const pseudonymKey = auditKey(pseudonym);
  const alike = new Map<string, Alike>();
  for (const row of rows) {
    const isOwn = isAbout(row, person);
    const changes = {
      ...(isOwn && { username: pseudonym, usernameKey: pseudonymKey }),
      ...(row.actorId === person.userId && { actor: pseudonym, actorKey: pseudonymKey }),
      ...changedFacts(row, isOwn, person),
    };
    if (Object.keys(changes).length === 0) continue;
    const key = JSON.stringify(changes);
    const same: Alike = alike.get(key) ?? { ids: [], changes };
    same.ids.push(row.id);
    alike.set(key, same);
  }
  // Most rows have no facts, so they get the same changes and can be updated in one statement.
  for (const { ids, changes } of alike.values()) {
    await unit.nativeUpdate(AuthenticationEvent, { id: { $in: ids } }, changes);
  }
}

interface Alike {
  readonly ids: number[];
  readonly changes: Partial<AuthenticationEvent>;
}

function isAbout({ userId, usernameKey, at }: ChangedRow, person: NamelessPerson): boolean {
  if (userId !== null) return userId === person.userId;
  return at <= person.deletedAt && person.isKey?.(usernameKey) === true;
}

function changedFacts(row: ChangedRow, isOwn: boolean, { pseudonym, isKey }: NamelessPerson) {
  const { event, before, after } = row;
  if (!isOwn && !isKey) return {};
  const replacement = { event, isOwn, pseudonym, isName: (text: string) => isKey?.(auditKey(text)) === true };
  const facts = { before: withoutPerson(before, replacement), after: withoutPerson(after, replacement) };
  return facts.before === before && facts.after === after ? {} : facts;
}
