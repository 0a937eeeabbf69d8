import { randomUUID } from 'node:crypto';
import { Resolution } from '../../src/features/monitoring/history/resolution.js';
import type { HostFacts } from '../../src/features/monitoring/host/facts/host-facts.js';
import { HostHistoryStore } from '../../src/features/monitoring/hosts/storage/host-history-store.js';
import { HostTable } from '../../src/features/monitoring/hosts/storage/host-table.js';
import { pruneHistories } from '../../src/features/monitoring/hosts/storage/prune-histories.js';
import { storedHistory } from '../../src/features/monitoring/hosts/storage/stored-history.js';
import { UnwrittenHistory } from '../../src/features/monitoring/hosts/unwritten-history.js';
import type { Database } from '../../src/platform/db/database.js';
import type { Logger } from '../../src/shared/logger.js';
import type { FakeClock } from './fakes/fake-clock.js';

export const FACTS: HostFacts = {
  name: 'machine',
  system: 'Debian GNU/Linux 12',
  kernel: 'Linux 6.1.0',
  processor: null,
  cores: 2,
  startedAt: '2026-01-01T00:00:00.000Z',
  environment: 'unknown',
  environmentName: null,
};

export const RETENTION_DAYS = { [Resolution.SAMPLES]: 30, [Resolution.MINUTES]: 90, [Resolution.HOURS]: 730 };

interface OwnHistoryOptions {
  readonly clock: FakeClock;
  readonly logger?: Logger;
  readonly intervalMs?: number;
}

/** Creates the history of a database's only machine, as the service keeps it on SQLite. */
export async function createOwnHistory(
  { em }: Pick<Database, 'em'>,
  { clock, logger = { log: () => {} }, intervalMs = 5000 }: OwnHistoryOptions,
) {
  const measuring = { intervalMs, retentionDays: RETENTION_DAYS };
  const table = new HostTable(em, clock);
  const number = await table.register({ id: randomUUID(), facts: FACTS, ...measuring });
  const store = new HostHistoryStore(em);
  const open = (storeOpened = store) => {
    const chunks = new UnwrittenHistory({ store: storeOpened, logger });
    const { read } = storedHistory({ number, readSettings: async () => measuring, clock, chunks });
    return {
      read,
      add: chunks.add.bind(chunks),
      flush: chunks.flush.bind(chunks),
      prune: () => pruneHistories({ em, clock, table }, number, false),
    };
  };
  return { store, open };
}
