import type { UnitOfWork } from '../../../../platform/db/database.js';
import type { Settings } from '../../../../settings/settings.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { readHistoryRows } from '../../history/history-rows.js';
import { OwnFacts } from '../../host/facts/own-facts.js';
import { ONLY_HOST, readMeasuring } from '../../read-measuring.js';
import type { MeasuredHosts } from '../measured-hosts.js';
import { OnlyNode } from '../only-node.js';
import { HostHistoryStore } from './host-history-store.js';
import { HostTable } from './host-table.js';

interface StoredHostsDeps {
  readonly settings: Settings;
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/**
 * Returns the hosts as stored in the database, for a command that runs alongside the service or without it. On SQLite,
 * the newest minute of the service's own machine is still in the service's memory.
 */
export function storedHosts({ settings, em, clock }: StoredHostsDeps): MeasuredHosts {
  const table = new HostTable(em, clock);
  const store = new HostHistoryStore(em);
  const rows: MeasuredHosts['rows'] = (number, request) => readHistoryRows(store, number, request);
  if (settings.database.kind === 'postgresql') {
    return { list: (since) => table.all(since), shownNumber: ONLY_HOST, rows };
  }
  const facts = new OwnFacts({ clock, hostName: settings.hostName });
  const only = new OnlyNode({ table, facts, measuring: readMeasuring(settings) });
  return { list: (since) => only.withOthers(undefined, since), shownNumber: ONLY_HOST, rows };
}
