import { AuthenticationEvent } from '../../src/platform/audit/audit-event.entity.js';
import { auditKey } from '../../src/platform/audit/audit-names.js';
import type { Database } from '../../src/platform/db/database.js';

/** An event's properties set by a test; the others are those of a form login. */
type AuditRow = Partial<typeof USUAL> & { readonly at: Date };

/** Inserts events into the trail unchanged, a thousand per statement. @returns the events with their ids. */
export async function fillAuditTrail({ em }: Pick<Database, 'em'>, rows: readonly AuditRow[]) {
  const inserted: (typeof USUAL & { readonly at: Date; readonly id: number })[] = [];
  for (let begin = 0; begin < rows.length; begin += 1000) {
    const unit = em.fork();
    const events = rows.slice(begin, begin + 1000).map((row) => ({ ...USUAL, ...row }));
    const ids = await unit.insertMany(
      AuthenticationEvent,
      events.map((event) => unit.create(AuthenticationEvent, { ...event, ...keysOf(event) })),
    );
    inserted.push(...events.map((event, index) => ({ ...event, id: ids[index] as number })));
  }
  return inserted;
}

function keysOf({ username, actor }: typeof USUAL) {
  return { usernameKey: auditKey(username), actorKey: auditKey(actor) };
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
