import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { expect, test, vi } from 'vitest';
import { deleterOf } from '../src/db/delete-in-slices.js';
import { Outbox } from '../src/outbox/outbox.js';
import { OutboxMessage, Priority } from '../src/outbox/outbox-message.entity.js';
import { openTestDatabase } from './support/databases/databases.js';
import { temporaryFolder } from './support/processes/running-service.js';
import { createTestApp } from './support/test-app.js';

/** A service on a file, once what starting leaves to do is done, and another process on the same file. */
async function startIdle() {
  const location = { kind: 'sqlite', file: join(temporaryFolder(), 'vigia.sqlite') } as const;
  const database = await openTestDatabase(location);
  const app = await createTestApp({ database });
  await app.advance({ minutes: 2 });
  return { app, other: await openTestDatabase(location) };
}

test('an idle service on SQLite asks for what has been written only once something has', async () => {
  const { app } = await startIdle();
  const execute = vi.spyOn((app.database.em as SqlEntityManager).getConnection(), 'execute');
  const statementsAbout = (table: RegExp) => execute.mock.calls.filter(([statement]) => table.test(String(statement)));
  await app.advance({ minutes: 1 });
  // A sample of the own machine every five seconds, and the history that is written every 20.
  expect(statementsAbout(/from hosts\s+where retired_at is null/).length).toBeLessThanOrEqual(15);
  expect(statementsAbout(/from outbox_messages/).length).toBeLessThanOrEqual(10);
  expect(statementsAbout(/from outbox_items/).length).toBeLessThanOrEqual(5);
});

test('what another process queues is sent within five seconds, although nothing was waiting', async () => {
  const { app, other } = await startIdle();
  const { em } = other;
  const { clock } = app;
  // Nothing has been written since the last of these looks.
  await app.advance({ seconds: 10 });
  const outbox = new Outbox({ em, clock, deleteRows: deleterOf({ em, clock }) });
  const message = {
    channelId: 404,
    queue: 'http',
    priority: Priority.URGENT,
    turn: 0,
    receiver: 'receiver.example',
    batch: randomUUID(),
    messageId: randomUUID(),
    language: 'pt',
  } as const;
  await em.fork().transactional((unit) => outbox.putForChannel(unit, [{ ...message, address: null }]));
  await app.advance({ seconds: 5 });
  // The channel does not exist, which is seen when the message is sent.
  const states = async () => (await other.em.fork().find(OutboxMessage, {})).map(({ state }) => state);
  await expect.poll(states).toEqual(['cancelled']);
});
