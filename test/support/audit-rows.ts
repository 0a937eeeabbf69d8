import { auditKey } from '../../src/accounts/audit-names.js';
import { AuthenticationEvent } from '../../src/accounts/authentication-event.entity.js';
import type { Database } from '../../src/db/database.js';

/** What a test says of an event; the rest is that of a login by a form. */
export type AuditRow = Partial<Omit<AuthenticationEvent, 'id' | 'at'>> & { readonly at: Date };

/** Puts events into the trail as they are given, a thousand to a statement. @returns them with their numbers. */
export async function fillAuditTrail<Row extends AuditRow>(
  { em }: Pick<Database, 'em'>,
  rows: readonly Row[],
): Promise<(typeof USUAL & Row & { readonly id: number })[]> {
  const kept: (typeof USUAL & Row & { readonly id: number })[] = [];
  for (let begin = 0; begin < rows.length; begin += 1000) {
    const unit = em.fork();
    const events = rows.slice(begin, begin + 1000).map((row) => {
      const event = { ...USUAL, ...row };
      return { ...event, usernameKey: auditKey(event.username), actorKey: auditKey(event.actor) };
    });
    const ids = await unit.insertMany(
      AuthenticationEvent,
      events.map((event) => unit.create(AuthenticationEvent, event)),
    );
    kept.push(...events.map((event, index) => ({ ...event, id: ids[index] as number })));
  }
  return kept;
}

const USUAL = {
  event: 'login',
  result: 'success',
  door: 'form',
  address: '127.0.0.1',
  username: 'ana',
  actor: '',
  userId: null as number | null,
  actorId: null as number | null,
  before: null as string | null,
  after: null as string | null,
};
