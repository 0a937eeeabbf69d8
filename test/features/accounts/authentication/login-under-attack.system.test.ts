import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';
import { BEHIND_PROXY } from '../../../support/accounts/login-methods.js';
import { Browser } from '../../../support/http/browser.js';
import { startService } from '../../../support/processes/running-service.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

/** Fewer rounds than in production: the order of turns does not depend on how long each takes. */
const ROUNDS = 10_000;

/** More attempts than can run and wait concurrently, to keep the queue full. */
const ATTACKERS = 110;
/** Number of logins that each wait a second or two for a turn in the full queue. */
const HONEST_LOGINS = 4;

/** Logs in over the API as if forwarded by a proxy. @returns the status. */
async function logIn(port: number, agent: Agent, attempt: { from: string; username: string; password: string }) {
  const { from, username, password } = attempt;
  const call = request({
    port,
    agent,
    host: '127.0.0.1',
    method: 'POST',
    path: '/accounts/api/v1/token/',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
  }).end(JSON.stringify({ username, password }));
  const [response] = await once(call, 'response');
  await text(response);
  return response.statusCode as number;
}

/**
 * Sends wrong logins, each with a new name from a new address, keeping slightly more in progress than the service can
 * queue. Resolves when the first one is rejected because the queue is full; the flood ends with the test.
 */
async function floodFrom(port: number, addressOf: (count: number) => string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  let ended = false;
  let count = 0;
  let checked = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  const attack = async () => {
    while (!ended) {
      count += 1;
      const attempt = { from: addressOf(count), username: `nobody-${crypto.randomUUID()}`, password: 'wrong' };
      const status = await logIn(port, agent, attempt);
      if (status === 503) {
        full.resolve();
        // Once this resolves, an attempt has left the queue.
        if (!ended) await checked.promise;
      } else {
        checked.resolve();
        checked = Promise.withResolvers();
      }
    }
  };
  const attackers = Array.from({ length: ATTACKERS }, attack);
  onTestFinished(async () => {
    ended = true;
    checked.resolve();
    // Abandons the attempts still queued in the service.
    agent.destroy();
    await Promise.allSettled(attackers);
  });
  await full.promise;
}

/** Registers the account `ana` with the test password. */
async function register(baseUrl: string): Promise<void> {
  const form = {
    first_name: 'ana',
    username: 'ana',
    email: 'ana@example.com',
    password1: PASSWORD,
    password2: PASSWORD,
  };
  expect((await new Browser(baseUrl).submit('/accounts/registrar/', form)).status).toBe(302);
}

/** Logs in as `ana` with the right password, once per address in sequence. @returns the statuses. */
async function logInFrom(port: number, addressOf: (index: number) => string): Promise<number[]> {
  const agent = new Agent();
  const statuses = [];
  for (let index = 0; index < HONEST_LOGINS; index += 1) {
    statuses.push(await logIn(port, agent, { from: addressOf(index), username: 'ana', password: PASSWORD }));
  }
  return statuses;
}

const hex = (value: number) => value.toString(16);
const random = (below: number) => Math.floor(Math.random() * below);

describe('no network under a /48 or a /24 keeps others from logging in (promise 44)', () => {
  const attacks: [string, (count: number) => string, (index: number) => string][] = [
    ['256 /64s of one /56', (count) => `2001:db8:1:${hex(count % 256)}::1`, (index) => `2001:db8:2:${hex(index)}::1`],
    ['a whole /48', () => `2001:db8:1:${hex(random(65_536))}::1`, (index) => `2001:db8:2:${hex(index)}::1`],
    ['a whole IPv4 /24', (count) => `192.0.2.${count % 256}`, (index) => `198.51.100.${index}`],
    [
      'a /49, and others of the same /48',
      () => `2001:db8:3:${hex(random(32_768))}::1`,
      (index) => `2001:db8:3:${hex(32_768 + index)}::1`,
    ],
    [
      'an IPv4 /25, and others of the same /24',
      (count) => `203.0.113.${count % 128}`,
      (index) => `203.0.113.${128 + index}`,
    ],
  ];
  test.each(attacks)('%s', async (_title, attacker, honest) => {
    const { port, createUser } = await createTestApp({
      environment: BEHIND_PROXY,
      hasher: new PasswordHasher(ROUNDS),
    });
    await createUser('ana');
    await floodFrom(port, attacker);
    expect(await logInFrom(port, honest)).toEqual(Array(HONEST_LOGINS).fill(200));
  });

  // Runs the service in separate processes that hash with as many rounds as in production.
  test('nor do a thousand /24s together, where a user has logged in before, a restart ago', async () => {
    const environment = { ...BEHIND_PROXY, DATA_DIR: temporaryFolder() };
    const before = await startService(environment);
    await register(before.baseUrl);
    const honest = (index: number) => `198.51.100.${index}`;
    expect(await logInFrom(before.port, honest)).toEqual(Array(HONEST_LOGINS).fill(200));
    before.process.kill('SIGTERM');
    await before.ended;
    const after = await startService(environment);
    await floodFrom(after.port, (count) => `10.${(count >> 8) & 3}.${count & 255}.1`);
    expect(await logInFrom(after.port, honest)).toEqual(Array(HONEST_LOGINS).fill(200));
  });
});
