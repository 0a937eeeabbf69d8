import type { AlertItem } from '../../../src/features/alerts/alert-item.js';
import { dataOf, startWithStaff } from '../administration.js';
import type { DatabaseKind } from '../databases/databases.js';
import { FakeClock } from '../fakes/fake-clock.js';
import type { Browser } from '../http/browser.js';
import { rowIdOf } from '../row-id.js';
import type { TestApp, TestAppOptions } from '../test-app.js';

/**
 * Starts a service whose channels may send to this machine. Its clock starts at the current time because receivers
 * check it.
 */
export function startWithChannels(kind: DatabaseKind, { environment, ...options }: TestAppOptions = {}) {
  return startWithStaff(kind, {
    clock: new FakeClock(new Date()),
    ...options,
    environment: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', ...environment },
  });
}

export const SIGNING_KEY = `whsec_${Buffer.from('a key of the tests: 32 bytes !!!').toString('base64')}`;

const CREATE = `mutation ($input: ChannelInput!) {
  createChannel(input: $input) { id }
}`;

/** Creates a channel. @returns its number. */
export async function createChannel(staff: Browser, input: object): Promise<number> {
  const { createChannel: made } = await dataOf<{ createChannel: { id: string } }>(staff, CREATE, {
    input: { name: 'Plantão', language: 'PT', ...input },
  });
  return rowIdOf(made.id);
}

let count = 0;

/** Returns an item as the rules queue it. */
export function item(changes: Partial<AlertItem> = {}): AlertItem {
  count += 1;
  return {
    id: `${count}-fired`,
    incidentId: count,
    kind: 'fired',
    rule: 'Processador ocupado',
    severity: 'BAD',
    host: 'servidor1',
    expression: 'cpu > 90 %',
    startedAt: '2026-01-02T03:04:00.000Z',
    forSeconds: 300,
    atoms: [{ text: 'cpu > 90 %', value: 93.14, before: 41, peak: 93.14, unit: 'percent' }],
    incidentUrl: 'http://vigia.test/sistema/alertas/#incidente-1',
    ...changes,
  };
}

/** Queues items for a channel as a transition does. */
export async function tell({ services, database }: TestApp, channelId: number, ...items: AlertItem[]): Promise<void> {
  await database.em.fork().transactional(async (unit) => {
    for (const each of items) await services.channelOutbox.put(unit, channelId, each);
  });
}
