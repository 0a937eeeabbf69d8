import type { KnownNode } from '../../platform/nodes/known-nodes.js';
import { processEnvironment } from '../../settings/environment.js';
import { readSettings } from '../../settings/settings.js';
import type { Command } from '../command.js';
import { minute, printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

/** `node list`: prints the processes that serve the database, as a table (contract 13). */
export const nodeList: Command = {
  name: 'node list',
  summary: 'Lists the processes that serve the database (PostgreSQL), and those that were killed within a day.',
  example: 'vigia node list',
  async run() {
    if (readSettings(processEnvironment()).database.kind === 'sqlite') {
      console.log('SQLite is served by one process, and none is registered: see systemctl status or docker ps.');
      return;
    }
    await withAccounts(
      async ({ em }) => {
        const { knownNodes } = await import('../../platform/nodes/known-nodes.js');
        const nodes = await knownNodes(em);
        await printTable(HEADINGS, () => rowsOf(nodes));
      },
      // Listing the nodes during a rolling upgrade must not migrate the tables.
      { changesNothing: true },
    );
  },
};

const HEADINGS = ['id', 'address', 'version', 'state', 'since', 'last heartbeat'];

/** Enough characters of an id to tell nodes apart. */
const SHORT_ID = 8;

async function* rowsOf(nodes: readonly KnownNode[]): AsyncIterable<readonly string[]> {
  for (const { id, address, version, isLive, startedAt, beatAt } of nodes) {
    yield [id.slice(0, SHORT_ID), address, version, isLive ? 'live' : 'gone', minute(startedAt), second(beatAt)];
  }
}

/** Formats a time in UTC, to the second. */
function second(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
