import { describe, expect, test } from 'vitest';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { claimsOn } from '../../../support/outbox.js';

const BEFORE = '023-large-tables';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Messages as stored by the previous version: kind, queue, channel, state. */
const MESSAGES = [
  ['welcome', 'mail', null, 'waiting'],
  ['invitation', 'mail', null, 'waiting'],
  ['password_reset', 'mail', null, 'failed'],
  ['codes_refused', 'mail', null, 'waiting'],
  ['welcome', 'mail', 3, 'waiting'],
  ['welcome', 'http', 4, 'waiting'],
  ['welcome', 'push', 5, 'waiting'],
  ['welcome', 'mail', null, 'sent'],
] as const;

function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    for (const [index, [kind, queue, channel, state]] of MESSAGES.entries()) {
      await em.execute(
        `insert into outbox_messages
          (message_id, kind, lane, channel_id, state, language, queued_at, next_try_at, tried_until)
          values (?, ?, ?, ?, ?, 'pt', ?, ?, ?)`,
        [`<${index}>`, kind, queue, channel, state, at, at, at],
      );
    }
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the order of messages on ${name} (decision 017)`, () => {
    test('is given to those of the version before that are not settled', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em } = await openTestDatabase(location);
      const rows = await em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });
      const places = rows.map(({ priority, turn, receiver }) => [priority, turn, receiver]);
      expect(places).toEqual([
        [3, 0, ''],
        [2, 0, ''],
        [1, 0, ''],
        [1, 0, ''],
        [0, 0, ''],
        [0, 0, 'channel 4'],
        [0, 0, ''],
        [0, 0, ''],
      ]);
      const { claims } = claimsOn({ em }, new FakeClock(AT));
      const order: number[] = [];
      for (let mail = await claims.next('mail'); mail; mail = await claims.next('mail')) order.push(mail.id);
      expect(order).toEqual([5, 4, 2, 1]);
    });

    test('can be undone with messages there, and done again', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await em.fork().count(OutboxMessage)).toBe(MESSAGES.length);
      expect(await em.fork().count(OutboxMessage, { priority: 3 })).toBe(1);
    });
  });
}
