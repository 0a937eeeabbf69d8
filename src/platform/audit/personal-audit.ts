import type { UnitOfWork } from '../db/database.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { auditKey } from './audit-names.js';
import type { PersonalRecords } from './personal-records.js';

/** Maximum number of events of each kind in an export, which keeps the newest. */
const EXPORTED_MAX = 2000;

/** Exports a person's audit trail: actions on the account, attempts at them, and the owner's actions on others. */
export const personalAudit: PersonalRecords = {
  name: 'auditTrail',
  read: async (unit, { userId, username }) => {
    const key = auditKey(username);
    const about = await newest(unit, { usernameKey: key, $or: [{ userId }, { userId: null }] });
    const by = await newest(unit, byActor(key, userId));
    return { about: shown(about), byYou: shown(by) };
  },
};

/**
 * Matches a person's actions on others. SQLite uses the partial index on actors only if the query itself excludes empty
 * keys.
 */
export function byActor(key: string, userId: number) {
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
