import { expect, test } from 'vitest';
import { OutboxMessage } from '../../../src/platform/outbox/outbox-message.entity.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { startFakeMailProvider } from '../../support/fakes/fake-mail-provider.js';
import { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';
import { PASSWORD } from '../../support/test-app.js';

test('mails of the command line: written with the account, sent by the service, listed and tried again (contract 10)', async () => {
  const provider = await startFakeMailProvider();
  const { dataDir, run, create, events } = commandLine(undefined, provider.environment);
  await create('ana');
  expect((await run(['mail', 'list'])).out).toMatch(
    /^id +state +tries +queued +next try +username +e-mail +channel +reason\n1 +waiting +0 +.* UTC +.* UTC +ana +a@example\.com +- +-\n$/,
  );
  provider.at('recipient', () => ({ code: 550, text: 'No' }));
  const service = await startService({ DATA_DIR: dataDir, ...provider.environment });
  await service.line(/Mail refused/);
  const failed = await run(['mail', 'list', '--failed']);
  expect(failed.out).toMatch(/\n1 +failed +1 +.* UTC +- +ana +a@example\.com +- +refused: RCPT TO: 550 No\n$/);

  provider.acceptsAll();
  // The running service polls for messages queued by other processes.
  expect(await run(['mail', 'retry', '1'])).toEqual({ code: 0, out: 'One mail is tried again.\n', err: '' });
  await service.line(/Mail sent/);
  expect(provider.received.map(({ to }) => to)).toEqual([['a@example.com']]);
  expect(provider.received[0]?.raw).toContain('Boas-vindas');
  expect((await run(['mail', 'list', '--failed'])).out).toMatch(/^id [^\n]*\n$/);

  expect(await run(['mail', 'retry', '--all'])).toMatchObject({ code: 0, out: 'There was nothing to try again.\n' });
  const unknown = await run(['mail', 'retry', '1']);
  expect(unknown).toEqual({ code: 1, out: '', err: 'There is no unsent e-mail with that number.\n' });
  for (const args of [[], ['1', '--all'], ['1', '2'], ['--failed']]) {
    const { code, err } = await run(['mail', 'retry', ...args]);
    expect([code, err.split('\n')[1]]).toEqual([2, 'usage: vigia mail retry [<id>] [--all]']);
  }
  expect(await events()).toEqual(['register success ana', 'mail_retry success ana']);

  const off = await commandLine(dataDir).run(['mail', 'list']);
  expect([off.code, off.err]).toEqual([0, 'EMAIL_MODE is false: nothing is sent.\n']);
});

test('no mail is lost or sent twice over kill -9 right after the last registration, and over a stop (promises 31, 35)', async () => {
  const provider = await startFakeMailProvider();
  // The provider accepts the first mail, then stops replying, as if it had hung.
  let taken = 0;
  provider.at('message', () => {
    taken += 1;
    return taken > 1 ? 'stall' : undefined;
  });
  const first = await startService(provider.environment);
  const names = Array.from({ length: 8 }, (_, count) => `name${count}`);
  const statuses = await Promise.all(
    names.map(async (username) => {
      const visitor = new Browser(first.baseUrl);
      const form = { first_name: 'ana', username, email: `${username}@example.com` };
      return (await visitor.submit('/accounts/registrar/', { ...form, password1: PASSWORD, password2: PASSWORD }))
        .status;
    }),
  );
  // A mail accepted just before the kill is sent again because its acceptance was never recorded.
  await first.line(/Mail sent/);
  process.kill(-(first.process.pid ?? 0), 'SIGKILL');
  expect(statuses).toEqual(Array(8).fill(302));
  await first.ended;

  const database = await openTestDatabase({ kind: 'sqlite', file: `${first.dataDir}/vigia.sqlite` });
  const rows = () => database.em.fork().find(OutboxMessage, {});
  const claimed = (await rows()).filter(({ state, claimedUntil }) => state === 'waiting' && claimedUntil !== null);
  expect(claimed.length).toBeLessThanOrEqual(1);
  // Simulates the end of the ninety-second claim that the killed process had on a mail.
  const past = { claimedUntil: new Date(0) };
  for (const { id } of claimed) await database.em.fork().nativeUpdate(OutboxMessage, { id }, past);

  const underWay = provider.reached('message');
  const second = await startService({ DATA_DIR: first.dataDir, PORT: String(first.port), ...provider.environment });
  // On SIGTERM, the mail being sent goes back to the queue.
  await underWay;
  process.kill(second.process.pid ?? 0, 'SIGTERM');
  expect(await second.ended).toBe(0);
  expect((await rows()).filter(({ claimedUntil }) => claimedUntil !== null)).toEqual([]);

  provider.acceptsAll();
  await startService({ DATA_DIR: first.dataDir, PORT: String(first.port), ...provider.environment });
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(Array(8).fill('sent'));
  expect(provider.received.map(({ to }) => to[0]).sort()).toEqual(names.map((name) => `${name}@example.com`).sort());
  const ids = provider.received.map(({ headers }) => headers.find((line) => line.startsWith('Message-ID:')));
  expect(new Set(ids).size).toBe(8);
  expect(new Set(ids)).toEqual(new Set((await rows()).map(({ messageId }) => `Message-ID: ${messageId}`)));
});
