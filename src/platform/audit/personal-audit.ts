import type { UnitOfWork } from '../db/database.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { auditKey } from './audit-names.js';
import type { PersonalRecords } from './personal-records.js';

/** Maximum number of events of each kind in an export, which keeps the newest. */
const EXPORTED_MAX = 2000;

/** Exports a person's audit trail: actions on the account, attempts at them, and the owner's actions on others. */
export const personalAudit: PersonalRecords = {
  name: 'auditTrail',
  read: async (unit, { userId, username, machines }) => {
    const key = auditKey(username);
    const about = await newest(unit, { usernameKey: key, $or: [{ userId }, { userId: null }] });
    const by = await newest(unit, byActor(key, userId));
    const seesAll = machines === 'ALL';
    return { about: shown(about, seesAll), byYou: shown(by, seesAll) };
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

/** Events whose details name machines: those of people who no longer see all of them leave the details out. */
const ABOUT_MACHINES = /^(alert|channel|collector|host|incident|silence)_/;

function shown(events: readonly AuthenticationEvent[], seesAll: boolean) {
  const detailsOf = (event: string, json: string | null) =>
    seesAll || !ABOUT_MACHINES.test(event) ? parsed(json) : null;
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
        before: detailsOf(event, before),
        after: detailsOf(event, after),
      })),
    isComplete: events.length <= EXPORTED_MAX,
  };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
