import type { PersonalRecords } from '../../platform/audit/personal-records.js';
import { PushSubscription } from './channels/push/push-subscription.entity.js';
import { Incident } from './incidents/incident.entity.js';
import { Silence } from './silence.entity.js';

/** Maximum number of rows per table in an export; the newest are included. */
const EXPORTED_MAX = 1000;

/** Personal data kept by alerts: subscribed browsers, and user names in acknowledgements and silences. */
export const alertRecords: readonly PersonalRecords[] = [
  {
    name: 'notifiedBrowsers',
    read: async (unit, { userId }) => {
      const browsers = await unit.find(PushSubscription, { userId }, { limit: EXPORTED_MAX });
      return browsers.map(({ browser, endpoint, createdAt }) => ({ browser, endpoint, createdAt }));
    },
    forget: (unit, { userId }) => unit.nativeDelete(PushSubscription, { userId }),
  },
  {
    name: 'acknowledgedIncidents',
    read: async (unit, { username }) => {
      const options = { orderBy: { id: 'desc' }, limit: EXPORTED_MAX } as const;
      const incidents = await unit.find(Incident, { acknowledgedBy: username }, options);
      return incidents.map(({ id, ruleName, hostName, acknowledgedAt, acknowledgementNote: note }) => ({
        incident: id,
        ruleName,
        hostName,
        acknowledgedAt,
        note,
      }));
    },
    forget: (unit, { username, pseudonym }) =>
      unit.nativeUpdate(Incident, { acknowledgedBy: username }, { acknowledgedBy: pseudonym }),
  },
  {
    name: 'silences',
    read: async (unit, { username }) => {
      const where = { $or: [{ createdBy: username }, { endedBy: username }] };
      const silences = await unit.find(Silence, where, { orderBy: { id: 'desc' }, limit: EXPORTED_MAX });
      return silences.map(({ reason, fromAt, untilAt, createdBy, endedAt, endedBy }) => ({
        reason,
        fromAt,
        untilAt,
        madeByYou: createdBy === username,
        endedAt,
        endedByYou: endedBy === username,
      }));
    },
    forget: async (unit, { username, pseudonym }) => {
      await unit.nativeUpdate(Silence, { createdBy: username }, { createdBy: pseudonym });
      await unit.nativeUpdate(Silence, { endedBy: username }, { endedBy: pseudonym });
    },
  },
];
