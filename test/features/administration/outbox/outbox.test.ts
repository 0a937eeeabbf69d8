import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { startFakeMailProvider } from '../../../support/fakes/fake-mail-provider.js';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

/** The number is inlined because a variable would count as the maximum page size. */
const outboxBy = (first: number) => `query ($after: String, $state: MailState) {
  outbox(first: ${first}, after: $after, state: $state) {
    nodes { id state username email tries nextTryAt settledAt reason detail }
    pageInfo { endCursor hasNextPage }
  }
}`;
const RETRY = 'mutation ($id: ID!) { retryMail(id: $id) { id state tries reason detail } }';

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly username: string | null;
  readonly email: string | null;
  readonly reason: string | null;
}

/** Starts a service that can deliver mail only to bia, with a staff member. */
async function startWithFailures(database?: Awaited<ReturnType<typeof openTestDatabase>>) {
  const provider = await startFakeMailProvider();
  provider.at('recipient', (address) => (address.startsWith('bia@') ? undefined : { code: 550, text: 'No' }));
  const app = await createTestApp({ environment: provider.environment, ...(database && { database }) });
  for (const username of ['ana', 'bia', 'caio']) {
    const form = { first_name: username, username, email: `${username}@example.com`, password1: PASSWORD };
    await app.browser().submit('/accounts/registrar/', { ...form, password2: PASSWORD });
  }
  const staff = await app.loginAs('zoe', { isStaff: true });
  const outbox = async ({ first = 25, ...variables }: { first?: number; after?: string; state?: string } = {}) => {
    const answer = await staff.graphql(outboxBy(first), variables);
    const { data } = answer.json<{
      data: { outbox: { nodes: Shown[]; pageInfo: { endCursor: string; hasNextPage: boolean } } };
    }>();
    return data.outbox;
  };
  const states = async () => (await outbox()).nodes.map(({ username, state }) => `${username} ${state}`);
  await expect.poll(states).toEqual(['caio FAILED', 'bia SENT', 'ana FAILED']);
  return { provider, app, staff, outbox, states };
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the mails as staff see them on ${name} (contract 7, promise 35)`, () => {
    test('come page by page, the newest first, all or by their state', async () => {
      const { outbox, app, staff } = await startWithFailures(await openTestDatabase(await locate()));
      const first = await outbox({ first: 2 });
      expect(first.nodes.map(({ username }) => username)).toEqual(['caio', 'bia']);
      expect(first.pageInfo.hasNextPage).toBe(true);
      const second = await outbox({ first: 2, after: first.pageInfo.endCursor });
      expect(second).toMatchObject({ nodes: [{ username: 'ana' }], pageInfo: { hasNextPage: false } });
      const failed = (await outbox({ state: 'FAILED' })).nodes;
      expect(failed.map(({ username }) => username)).toEqual(['caio', 'ana']);
      expect(failed[0]).toEqual({
        id: 'OutboxMail:3',
        state: 'FAILED',
        username: 'caio',
        email: 'caio@example.com',
        tries: 1,
        nextTryAt: null,
        settledAt: app.clock.now().toISOString(),
        reason: 'REFUSED',
        detail: 'RCPT TO: 550 No',
      });
      const status = await staff.graphql('{ mailStatus { isOn waiting failed } }');
      expect(status.json()).toEqual({ data: { mailStatus: { isOn: true, waiting: 0, failed: 2 } } });
      // The largest number that a cursor may contain is greater than any id.
      const after = Buffer.from(`[${Number.MAX_SAFE_INTEGER}]`).toString('base64url');
      expect((await outbox({ after })).nodes).toHaveLength(3);
    });

    test('one or all that failed are sent at once when staff say so, and the audit names the member of staff', async () => {
      const { provider, app, staff, states } = await startWithFailures(await openTestDatabase(await locate()));
      provider.acceptsAll();
      const answer = await staff.graphql(RETRY, { id: '1' });
      // The state is not compared because the worker wakes immediately and may finish before the response is sent.
      expect(answer.json()).toMatchObject({ data: { retryMail: { id: 'OutboxMail:1' } } });
      await expect.poll(states).toEqual(['caio FAILED', 'bia SENT', 'ana SENT']);
      expect((await staff.graphql('mutation { retryFailedMails }')).json()).toEqual({ data: { retryFailedMails: 1 } });
      await expect.poll(states).toEqual(['caio SENT', 'bia SENT', 'ana SENT']);
      expect((await staff.graphql('mutation { retryFailedMails }')).json()).toEqual({ data: { retryFailedMails: 0 } });
      expect(provider.received.map(({ to }) => to[0])).toEqual([
        'bia@example.com',
        'ana@example.com',
        'caio@example.com',
      ]);
      const events = await app.database.em.fork().find(AuthenticationEvent, { event: 'mail_retry' });
      expect(events.map(({ door, actor, username, after }) => [door, actor, username, after])).toEqual([
        ['graphql', 'zoe', 'ana', '{"mail":1}'],
        ['graphql', 'zoe', '', '{"mails":1}'],
      ]);
    });

    test('what cannot be recorded is not tried again, one mail or all', async () => {
      const { provider, app, staff, states } = await startWithFailures(await openTestDatabase(await locate()));
      provider.acceptsAll();
      const { em } = app.database;
      await em.getConnection().execute('alter table authentication_events rename to away');
      for (const operation of ['retryMail(id: "1") { id }', 'retryFailedMails']) {
        expect((await staff.graphql(`mutation { ${operation} }`)).status).toBe(500);
      }
      await em.getConnection().execute('alter table away rename to authentication_events');
      expect(await em.fork().find(OutboxMessage, { state: 'waiting' })).toEqual([]);
      expect(await states()).toEqual(['caio FAILED', 'bia SENT', 'ana FAILED']);
    });

    test('what was sent, and what is none, cannot be tried again', async () => {
      const { staff, states } = await startWithFailures(await openTestDatabase(await locate()));
      for (const id of ['2', '999', '0', '-1', 'x', '1e3', '99999999999999999999']) {
        expect((await staff.graphql(RETRY, { id })).json()).toMatchObject({
          errors: [{ message: 'Não há e-mail pendente com esse número.', extensions: { code: 'NOT_FOUND' } }],
        });
      }
      expect(await states()).toEqual(['caio FAILED', 'bia SENT', 'ana FAILED']);
    });
  });
}

describe('the mails', () => {
  test('are for staff only', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    for (const operation of [
      '{ outbox { nodes { id } } }',
      '{ mailStatus { isOn } }',
      'mutation { retryFailedMails }',
      'mutation { retryMail(id: "1") { id } }',
    ]) {
      expect((await ana.graphql(operation)).status).toBe(403);
      expect((await app.browser().graphql(operation)).status).toBe(401);
    }
  });

  test('show that mail is off, and nothing of an account that is gone', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('zoe', { isStaff: true });
    const status = await staff.graphql('{ mailStatus { isOn waiting failed } }');
    expect(status.json()).toEqual({ data: { mailStatus: { isOn: false, waiting: 0, failed: 0 } } });
    const em = app.database.em.fork();
    app.services.outbox.put(em, { userId: 77, language: 'pt', domain: 'example.com' });
    await em.flush();
    expect((await staff.graphql(outboxBy(25))).json()).toMatchObject({
      data: { outbox: { nodes: [{ state: 'WAITING', username: null, email: null }] } },
    });
    expect(await em.count(User)).toBe(1);
    expect(await em.count(OutboxMessage)).toBe(1);
  });
});
