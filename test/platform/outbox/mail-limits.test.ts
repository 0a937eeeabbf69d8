import { describe, expect, test } from 'vitest';
import { createDeleter } from '../../../src/platform/db/delete-in-slices.js';
import type { ClaimedMessage } from '../../../src/platform/outbox/message-claims.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { type MailKind, OutboxMessage } from '../../../src/platform/outbox/outbox-message.entity.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { claimsOn } from '../../support/outbox.js';

const DAY_MINUTES = 24 * 60;

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`welcome mails of the whole service on ${name} (promises 35, 53)`, () => {
    async function start() {
      const { em } = await openTestDatabase(await locate());
      const clock = new FakeClock();
      const { claims, limits } = claimsOn({ em }, clock);
      const outbox = new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) });
      const queue = async (count: number, kind: MailKind = 'welcome') => {
        const unit = em.fork();
        for (let index = 0; index < count; index += 1) {
          outbox.put(unit, { kind, userId: index, language: 'pt', domain: 'example.com' });
        }
        await unit.flush();
      };
      const reserve = (mail: ClaimedMessage) => limits.reserve(mail, `recipient ${mail.id}`);
      /** Sends the mails that are allowed now. @returns their kinds. */
      const sendAll = async () => {
        const kinds: MailKind[] = [];
        for (let mail = await claims.next('mail'); mail; mail = await claims.next('mail')) {
          expect(await reserve(mail)).toBe('send');
          await claims.sent(mail);
          kinds.push(mail.kind);
        }
        return kinds;
      };
      const rows = () => em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });
      return { em, clock, claims, outbox, queue, reserve, sendAll, rows };
    }

    test('twenty go within an hour, and the twenty-first with the next hour; other mails do not wait', async () => {
      const { clock, queue, sendAll } = await start();
      await queue(21);
      expect(await sendAll()).toHaveLength(20);
      await queue(1, 'password_reset');
      await queue(1, 'invitation');
      expect(await sendAll()).toEqual(['password_reset', 'invitation']);
      await clock.advance({ minutes: 61, ms: -1 });
      expect(await sendAll()).toEqual([]);
      await clock.advance({ ms: 1 });
      expect(await sendAll()).toEqual(['welcome']);
    });

    test('two hundred go within a day, and none is lost that waits for longer than it would be tried', async () => {
      const { clock, claims, queue, sendAll, rows } = await start();
      await queue(201);
      for (let hour = 0; hour < 10; hour += 1) {
        expect(await sendAll()).toHaveLength(20);
        await clock.sleep({ minutes: 61 });
      }
      expect(await sendAll()).toEqual([]);
      await clock.sleep({ minutes: DAY_MINUTES - 610, ms: -1 });
      expect(await sendAll()).toEqual([]);
      await clock.sleep({ minutes: 1 });
      const late = await claims.next('mail');
      if (!late) throw new Error('there was none');
      const failure = { reason: 'no_connection', detail: '' } as const;
      expect(await claims.postpone(late, failure)).toBeInstanceOf(Date);
      await clock.sleep({ minutes: DAY_MINUTES - 1 });
      const again = await claims.next('mail');
      expect(again).toMatchObject({ id: 201, tries: 2 });
      await clock.sleep({ minutes: 1 });
      expect(again && (await claims.postpone(again, failure))).toBeUndefined();
      expect((await rows())[200]).toMatchObject({ state: 'failed', tries: 2 });
    });

    test('of those that several processes are about to send at once, twenty go, and the others wait as they were', async () => {
      const { claims, queue, reserve, rows } = await start();
      await queue(25);
      const claimed: ClaimedMessage[] = [];
      for (let mail = await claims.next('mail'); mail; mail = await claims.next('mail')) claimed.push(mail);
      const outcomes = await Promise.all(claimed.map(reserve));
      expect(outcomes.toSorted()).toEqual([...Array(5).fill('held'), ...Array(20).fill('send')]);
      const held = (await rows()).filter((_row, index) => outcomes[index] === 'held');
      for (const row of held) {
        expect(row).toMatchObject({ state: 'waiting', tries: 0, claimedUntil: null, recipient: null, triedAt: null });
      }
      expect(await claims.next('mail')).toBeUndefined();
    });

    test('where more were tried than may be, as before there was a limit, those that wait are tried again', async () => {
      const { em, clock, claims, queue, sendAll } = await start();
      await queue(22);
      const tried = { triedAt: clock.steady(), tries: 1, recipient: 'x' };
      await em.fork().nativeUpdate(OutboxMessage, {}, tried);
      expect(await sendAll()).toHaveLength(22);
      expect(await claims.next('mail')).toBeUndefined();
    });

    test('one that was tried within the hour has its place, and is tried again', async () => {
      const { clock, claims, queue, reserve } = await start();
      await queue(22);
      for (let count = 0; count < 20; count += 1) {
        const mail = (await claims.next('mail')) as ClaimedMessage;
        expect(await reserve(mail)).toBe('send');
        await claims.postpone(mail, { reason: 'no_connection', detail: '' });
      }
      expect(await claims.next('mail')).toBeUndefined();
      await clock.advance({ minutes: 1 });
      const again = (await claims.next('mail')) as ClaimedMessage;
      expect(again).toMatchObject({ id: 1, tries: 2 });
      expect(await reserve(again)).toBe('send');
    });
  });
}
