import type { UnitOfWork } from '../../db/database.js';
import type { Settings } from '../../settings/settings.js';
import type { Clock } from '../../shared/clock.js';
import { readHistoryRows } from '../history/history-rows.js';
import { HistoryStore } from '../history/history-store.js';
import { OwnFacts } from '../host/own-facts.js';
import { measuringOf, ONLY_HOST } from '../measuring-of.js';
import { HostHistoryStore } from './host-history-store.js';
import { HostTable } from './host-table.js';
import type { MeasuredHosts } from './measured-hosts.js';

interface StoredHostsDeps {
  readonly settings: Settings;
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/**
 * The hosts as the database has them, for a command that runs beside the service or without it. On SQLite the newest
 * minute is still in the memory of the service.
 */
export function storedHosts({ settings, em, clock }: StoredHostsDeps): MeasuredHosts {
  if (settings.database.kind === 'sqlite') return onlyStoredHost({ settings, em, clock });
  const store = new HostHistoryStore(em);
  return {
    list: (since) => new HostTable(em).all(since),
    shownNumber: ONLY_HOST,
    rows: (number, request) =>
      readHistoryRows(request, (resolution, fromMs, toMs) => store.read(number, resolution, fromMs, toMs)),
  };
}

function onlyStoredHost({ settings, em, clock }: StoredHostsDeps): MeasuredHosts {
  const store = new HistoryStore(em);
  const facts = new OwnFacts({ clock });
  return {
    async list() {
      const { name, cores } = await facts.read();
      return [{ number: ONLY_HOST, name, cores, newest: undefined, ...measuringOf(settings) }];
    },
    shownNumber: ONLY_HOST,
    rows: (_number, request) =>
      readHistoryRows(request, async (resolution, fromMs, toMs) => ({
        written: await store.read(resolution, fromMs, toMs),
        growing: [],
      })),
  };
}
