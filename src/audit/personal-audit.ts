import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/time/clock.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { auditKey } from './audit-names.js';
import { type AuditKeyset, AuditWalk } from './audit-walk.js';
import type { ForgottenPerson, PersonalRecords } from './personal-records.js';

/** The most events of each kind that an export has: the newest. */
const EXPORTED_MAX = 2000;

/** The audit trail of a person: what was done to the account or tried on it, and what its owner did to others. */
export const personalAudit: PersonalRecords = {
  name: 'auditTrail',
  read: async (unit, { userId, username }) => {
    const key = auditKey(username);
    const about = await newest(unit, { usernameKey: key, $or: [{ userId }, { userId: null }] });
    const by = await newest(unit, byActor(key, userId));
    return { about: shown(about), byYou: shown(by) };
  },
};

/** What somebody did to others. SQLite uses the index of actors, which leaves out those without, only when that is said. */
function byActor(key: string, userId: number) {
  return { actorKey: { $eq: key, $ne: '' }, actorId: userId };
}

function newest(unit: UnitOfWork, where: object): Promise<AuthenticationEvent[]> {
  const options = { orderBy: { at: 'desc', id: 'desc' }, limit: EXPORTED_MAX + 1, disableIdentityMap: true } as const;
  return unit.find(AuthenticationEvent, where, options);
}

function shown(events: readonly AuthenticationEvent[]) {
  return {
    events: events
      .slice(0, EXPORTED_MAX)
      .map(({ at, event, result, door, address, username, actor, before, after }) => ({
        at,
        event,
        result,
        door,
        address,
        username,
        actor,
        before: parsed(before),
        after: parsed(after),
      })),
    isComplete: events.length <= EXPORTED_MAX,
  };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

/** Rows per transaction, and the pause between two: SQLite blocks the process for the length of one. */
const CHANGED_AT_ONCE = 500;
const PAUSE_MS = 50;

/** Facts of a change that say who somebody is. */
const PERSONAL_FACTS = ['firstName', 'email'];

interface PseudonymDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'wait'>;
  /** Whether to end early: the service stops. */
  readonly isStopped: () => boolean;
}

/**
 * Puts a pseudonym into the place of a name in all rows of the audit trail that there are by now, some at a time; the rows
 * stay, with all else that they say. May be repeated: it finds only what still has the name.
 *
 * @param before failures with the name up to this moment were tried on that account, and not on a later one of
 *   the same name.
 */
export async function takeNameOut(
  deps: PseudonymDeps,
  person: ForgottenPerson & { readonly before: Date },
): Promise<void> {
  const { em, clock, isStopped } = deps;
  const { userId, username, before } = person;
  const key = auditKey(username);
  const about = { usernameKey: key, $or: [{ userId }, { userId: null, at: { $lte: before } }] };
  const by = byActor(key, userId);
  const pseudonymKey = auditKey(person.pseudonym);
  const slices = [
    { where: about, to: { username: person.pseudonym, usernameKey: pseudonymKey }, factsOf: withoutPerson },
    { where: by, to: { actor: person.pseudonym, actorKey: pseudonymKey }, factsOf: renamed },
  ];
  for (const slice of slices) {
    while (!isStopped() && (await changeSlice(em.fork(), slice, person)) === CHANGED_AT_ONCE)
      await clock.wait(PAUSE_MS);
  }
  await takeOutOfFacts(deps, person);
}

interface Slice {
  readonly where: object;
  /** What all rows get. */
  readonly to: Partial<AuthenticationEvent>;
  /** What becomes of the facts before and after, as JSON. */
  readonly factsOf: (json: string | null, person: ForgottenPerson) => string | null;
}

/** @returns how many rows were changed. */
async function changeSlice(em: UnitOfWork, { where, to, factsOf }: Slice, person: ForgottenPerson): Promise<number> {
  return em.transactional(async (unit) => {
    // Not ordered, so that each slice ends as soon as it has enough rows; what is changed is not found again.
    const options = { fields: ['id', 'before', 'after'], limit: CHANGED_AT_ONCE, disableIdentityMap: true } as const;
    const rows = await unit.find(AuthenticationEvent, where, options);
    const plain = rows.filter(({ before, after }) => before === null && after === null).map(({ id }) => id);
    if (plain.length > 0) await unit.nativeUpdate(AuthenticationEvent, { id: { $in: plain } }, to);
    for (const { id, before, after } of rows) {
      if (before === null && after === null) continue;
      const facts = { before: factsOf(before, person), after: factsOf(after, person) };
      await unit.nativeUpdate(AuthenticationEvent, { id }, { ...to, ...facts });
    }
    return rows.length;
  });
}

/** Events of others whose facts have a name: who had acknowledged an incident before. */
async function takeOutOfFacts({ em, clock, isStopped }: PseudonymDeps, person: ForgottenPerson): Promise<void> {
  const quoted = JSON.stringify(person.username);
  for (let behind: AuditKeyset | undefined; !isStopped(); ) {
    const conditions = { columns: { event: 'incident_acknowledge' } };
    const events = await new AuditWalk(em).read({ conditions, after: behind, limit: CHANGED_AT_ONCE });
    const end = events.at(-1);
    if (!end) return;
    const ids = events.map(({ id }) => id);
    const unit = em.fork();
    const fields = ['id', 'before', 'after'] as const;
    const rows = await unit.find(AuthenticationEvent, { id: { $in: ids } }, { fields, disableIdentityMap: true });
    for (const { id, before, after } of rows) {
      if (!before?.includes(quoted) && !after?.includes(quoted)) continue;
      const facts = { before: renamed(before, person), after: renamed(after, person) };
      await unit.nativeUpdate(AuthenticationEvent, { id }, facts);
    }
    if (events.length < CHANGED_AT_ONCE) return;
    behind = [end.at.getTime(), end.id];
    await clock.wait(PAUSE_MS);
  }
}

function renamed(json: string | null, { username, pseudonym }: ForgottenPerson): string | null {
  return json?.replaceAll(JSON.stringify(username), JSON.stringify(pseudonym)) ?? null;
}

/** Facts as they stay in a row of the account itself: without what says who its owner was. */
function withoutPerson(json: string | null, person: ForgottenPerson): string | null {
  if (json === null) return null;
  const facts = Object.entries(JSON.parse(json)).filter(([name]) => !PERSONAL_FACTS.includes(name));
  return renamed(JSON.stringify(Object.fromEntries(facts)), person);
}
