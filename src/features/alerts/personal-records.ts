import type { PersonalRecords } from '../../platform/audit/personal-records.js';
import type { VisibleHosts } from '../monitoring/hosts/visible-hosts.js';
import { PushSubscription } from './channels/push/push-subscription.entity.js';
import { Incident } from './incidents/incident.entity.js';
import { IncidentAcknowledgement } from './incidents/incident-acknowledgement.entity.js';
import { Silence } from './silence.entity.js';

/** Maximum number of rows per table in an export; the newest are included. */
const EXPORTED_MAX = 1000;

/** Personal data kept by alerts: subscribed browsers, and user names in acknowledgements and silences. */
export const alertRecords = (visibleHosts: Pick<VisibleHosts, 'numbers'>): readonly PersonalRecords[] => [
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
    read: async (unit, { username, ...access }) => {
      const visible = await visibleHosts.numbers(access);
      const options = { orderBy: { id: 'desc' }, limit: EXPORTED_MAX } as const;
      const where = { acknowledgedBy: username, ...(visible && { hostNumber: { $in: [...visible] } }) };
      const incidents = await unit.find(Incident, where, options);
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
    name: 'acknowledgementsOnce',
    read: (unit, { userId }) => unit.count(IncidentAcknowledgement, { userId }),
    forget: (unit, { userId }) => unit.nativeDelete(IncidentAcknowledgement, { userId }),
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
