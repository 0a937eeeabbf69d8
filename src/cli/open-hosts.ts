import { requireReauthentication } from '../accounts/authentication/reauthentication.js';
import { endIncidentsOfHost } from '../alerts/incidents/end-incidents.js';
import { HostEditing } from '../monitoring/hosts/host-editing.js';
import { hostStateOf } from '../monitoring/hosts/host-state.js';
import type { HostStatus } from '../monitoring/hosts/host-states.js';
import { type HostRecord, HostTable } from '../monitoring/hosts/host-table.js';
import { CommandFailure } from '../shared/command-failure.js';
import type { Accounts } from './open-accounts.js';

/** A host as its row has it. */
export type ListedHost = Omit<HostStatus, 'facts' | 'newest'>;

/** The hosts, for a command that has the accounts open. A service that runs beside it looks at their rows every second. */
export function openHosts({ em, clock, audit, settings }: Accounts) {
  const table = new HostTable(em, clock);
  const list = async () => (await table.records(new Date(0))).map((record) => listedOf(record, clock.now()));
  return {
    editing: new HostEditing({
      em,
      clock,
      audit,
      intervalMs: settings.metricsIntervalMs,
      requireReauthentication,
      whenRetired: endIncidentsOfHost,
      onChange: () => {},
    }),
    list,
    /** The host of a name as it was typed, or of an id. */
    async named(typed: string): Promise<ListedHost> {
      const present = (await list()).filter(({ state }) => state !== 'RETIRED');
      const host =
        present.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) ??
        present.find(({ number }) => String(number) === typed);
      if (!host) throw new CommandFailure(`There is no host ${JSON.stringify(typed)}: see "vigia host list".`);
      return host;
    },
  };
}

function listedOf({ newest, facts: _, isRetired, ...record }: HostRecord, now: Date): ListedHost {
  const seenAt = newest ? record.lastSeenAt : undefined;
  return { ...record, state: hostStateOf({ ...record, isRetired, seenAt }, now), lastSeenAt: seenAt };
}
