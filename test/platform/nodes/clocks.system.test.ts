import { setTimeout } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { OutboxMessage } from '../../../src/platform/outbox/outbox-message.entity.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { startFakeMailProvider } from '../../support/fakes/fake-mail-provider.js';
import { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';
import { newDatabaseUrl, nodesCanRun, SHIFTED_CLOCK, startNode } from '../../support/processes/nodes.js';
import { createScript } from '../../support/processes/running-service.js';
import { PASSWORD } from '../../support/test-app.js';

/** Number of mails that the nodes must send, and of tokens that each node is shown from the other. */
const MAILS = 20;
const TOKENS = 50;

/** Time that the mail provider takes per mail. */
const PROVIDER_MS = 100;

const CONVERSION = '/sistema/conversor/api/v1/converter?type=dec2bin&value=5';

type Node = Awaited<ReturnType<typeof startNode>>;

/** Starts two nodes whose clocks are 22 minutes apart, both of them wrong. */
async function nodesApart(environment: Record<string, string> = {}) {
  const databaseUrl = await newDatabaseUrl();
  const ahead = await startNode(databaseUrl, { clockShiftMinutes: 11, environment });
  const behind = await startNode(databaseUrl, { clockShiftMinutes: -11, environment });
  const { em: root } = await openTestDatabase({ kind: 'postgresql', url: databaseUrl });
  const em = root.fork();
  const execute = <Row>(sql: string) => (em as SqlEntityManager).execute<Row[]>(sql);
  return { databaseUrl, ahead, behind, em, execute };
}

const NAME_AND_PASSWORD = { username: 'ana', password: PASSWORD };

/** Queues mails that have been due for an hour, each to a different account. */
async function queueMails(em: Awaited<ReturnType<typeof nodesApart>>['em']): Promise<void> {
  const dueAt = new Date(Date.now() - 3_600_000);
  const triedUntil = new Date(dueAt.getTime() + 86_400_000);
  for (let number = 0; number < MAILS; number += 1) {
    const username = `person${number}`;
    const person = { username, usernameKey: username, firstName: 'Ana', password: '', dateJoined: dueAt };
    const user = em.create(User, { ...person, email: `${username}@example.com` });
    await em.flush();
    const mail = { messageId: `<${number}@example.com>`, userId: user.id, language: 'pt' } as const;
    em.create(OutboxMessage, { ...mail, queuedAt: dueAt, nextTryAt: dueAt, triedUntil });
  }
  await em.flush();
}

/** Tries a password. @returns the status and the number of seconds for which the name is locked. */
async function logIn({ baseUrl }: Node, password: string): Promise<[status: number, seconds?: number]> {
  const { status, headers } = await new Browser(baseUrl).post('/accounts/api/v1/token/', { username: 'ana', password });
  const seconds = headers.get('retry-after');
  return seconds === null ? [status] : [status, Number(seconds)];
}

describe.runIf(nodesCanRun)(
  'nodes whose clocks are 11 minutes ahead and 11 minutes behind (contract 13, promise 50)',
  () => {
    test('say so once, and store the times of the database', async () => {
      const { databaseUrl, ahead, behind, execute } = await nodesApart();
      const off = ({ lines }: Node) => lines.filter((line) => line.includes('The clock of this machine is wrong'));
      expect(off(ahead)).toEqual([expect.stringContaining('"seconds":660')]);
      expect(off(behind)).toEqual([expect.stringContaining('"seconds":-660')]);
      for (const node of [ahead, behind]) {
        const browser = new Browser(node.baseUrl);
        await createScript(node.baseUrl);
        await browser.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
      }
      const { create } = commandLine(undefined, {
        DATABASE_URL: databaseUrl,
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        CLOCK_SHIFT_MS: '660000',
      });
      expect(await create('bia')).toMatchObject({ code: 0 });
      const times = await execute<{ seconds: number; what: string }>(`
      select what, extract(epoch from at - clock_timestamp())::float8 as seconds from (
        select 'account ' || username as what, date_joined as at from users
        union all select 'session', created_at from sessions
        union all select 'event ' || event, at from authentication_events
      ) as times`);
      expect(times.length).toBeGreaterThanOrEqual(7);
      expect(times.filter(({ seconds }) => seconds < -30 || seconds > 0.1)).toEqual([]);
    });

    test('lock together after five guesses, until the lock is over at both', async () => {
      const { ahead, behind, execute } = await nodesApart();
      await createScript(ahead.baseUrl);
      for (const node of [ahead, behind, behind, ahead]) expect(await logIn(node, 'wrong')).toEqual([401]);
      expect(await logIn(behind, 'wrong')).toEqual([429, 600]);
      const secondsLeft = async (most: number) => {
        for (const node of [ahead, behind, ahead, behind]) {
          const [status, seconds = 0] = await logIn(node, PASSWORD);
          expect(status).toBe(429);
          expect(seconds).toBeGreaterThan(most - 30);
          expect(seconds).toBeLessThanOrEqual(most);
        }
      };
      await secondsLeft(600);
      // Simulates the passing of time.
      await execute("update login_places set since = since - interval '500 s'");
      await secondsLeft(100);
      expect(await execute('select slot from login_places where failed')).toHaveLength(5);
      await execute("update login_places set since = since - interval '100 s'");
      expect(await logIn(ahead, PASSWORD)).toEqual([200]);
      expect(await logIn(behind, PASSWORD)).toEqual([200]);
    });

    test('take each other’s tokens at once, a hundred of a hundred, and each other’s sessions', async () => {
      const { ahead, behind } = await nodesApart();
      await createScript(ahead.baseUrl);
      for (const [issuer, other] of [
        [ahead, behind],
        [behind, ahead],
      ] as const) {
        const issued = await new Browser(issuer.baseUrl).post('/accounts/api/v1/token/', NAME_AND_PASSWORD);
        const { refresh } = issued.json<{ refresh: string }>();
        const statuses = new Set<number>();
        for (let count = 0; count < TOKENS; count += 1) {
          const renewed = await new Browser(issuer.baseUrl).post('/accounts/api/v1/token/refresh/', { refresh });
          const authorization = `Bearer ${renewed.json<{ access: string }>().access}`;
          statuses.add((await new Browser(other.baseUrl).get(CONVERSION, { authorization })).status);
        }
        expect([...statuses]).toEqual([200]);
        const signedIn = new Browser(issuer.baseUrl);
        await signedIn.submit('/accounts/login/', NAME_AND_PASSWORD);
        const elsewhere = new Browser(other.baseUrl);
        for (const [name, value] of signedIn.cookies) elsewhere.cookies.set(name, value);
        expect((await elsewhere.get(CONVERSION)).status).toBe(200);
      }
    });

    test('send each of many mails once, though their provider is slow', async () => {
      const provider = await startFakeMailProvider({
        onMailFrom: async (_address, _session, callback) => {
          await setTimeout(PROVIDER_MS);
          callback();
        },
      });
      const { em } = await nodesApart(provider.environment);
      await queueMails(em);
      const unsent = () => em.count(OutboxMessage, { state: { $ne: 'sent' } });
      await expect.poll(unsent, { timeout: 300_000 }).toBe(0);
      const recipients = provider.received.map(({ to }) => String(to));
      expect(recipients).toHaveLength(MAILS);
      expect(new Set(recipients).size).toBe(MAILS);
    }, 400_000);
  },
);
