import { requireReauthentication } from '../accounts/authentication/reauthentication.js';
import { endIncidentsOfHost } from '../alerts/incidents/end-incidents.js';
import { HostEditing } from '../monitoring/hosts/host-editing.js';
import type { HostStatus } from '../monitoring/hosts/host-states.js';
import { StoredHostStates } from '../monitoring/hosts/stored-host-states.js';
import { CommandFailure } from '../shared/command-failure.js';
import type { Accounts } from './open-accounts.js';

/** The hosts, for a command that has the accounts open. A service that runs beside it looks at their rows every second. */
export function openHosts({ em, clock, audit, settings }: Accounts) {
  const states = new StoredHostStates({ em, clock });
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
    list: () => states.list(),
    /** The host of a name as it was typed, or of an id. */
    async named(typed: string): Promise<HostStatus> {
      const present = (await states.list()).filter(({ state }) => state !== 'RETIRED');
      const host =
        present.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) ??
        present.find(({ number }) => String(number) === typed);
      if (!host) throw new CommandFailure(`There is no host ${JSON.stringify(typed)}: see "vigia host list".`);
      return host;
    },
  };
}
