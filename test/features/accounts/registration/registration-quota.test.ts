import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RegistrationQuota } from '../../../../src/features/accounts/registration/registration-quota.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { networksOf } from '../../../../src/shared/addresses/network.js';
import { RateLimited } from '../../../../src/shared/errors/errors.js';
import { MemoryRateLimits } from '../../../../src/shared/rate-limits/memory-rate-limits.js';
import { BEHIND_PROXY } from '../../../support/accounts/login-methods.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const PAGE = '/accounts/registrar/';
const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';

function from(app: TestApp, address: string) {
  return app.browser({ 'x-forwarded-for': address });
}

function formOf(username: string) {
  const email = `${username}@example.com`;
  return { first_name: 'Ana', username, email, password1: PASSWORD, password2: PASSWORD };
}

function byGraphQL(app: TestApp, address: string, username: string) {
  const { first_name: firstName, ...rest } = formOf(username);
  return from(app, address).graphql(REGISTER, { input: { ...rest, firstName } });
}

/** Registers accounts one after another. @returns the number of accounts created. */
async function fill(app: TestApp, address: string, count: number): Promise<number> {
  let created = 0;
  for (let index = 0; index < count; index += 1) {
    const { status } = await byGraphQL(app, address, `${address.replaceAll(/\W/g, '_')}n${index}`);
    if (status === 200) created += 1;
  }
  return created;
}

describe('how many accounts strangers can create (promise 43)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is a hundred an hour from one address, by every way together; the next is rejected in the words of each', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    expect(await fill(app, '192.0.2.1', 98)).toBe(98);
    expect((await from(app, '192.0.2.1').submit(PAGE, formOf('by_form'))).status).toBe(302);
    const inJson = { accept: 'application/json' };
    expect((await from(app, '192.0.2.1').submit(PAGE, formOf('by_json'), inJson)).status).toBe(201);

    vi.setSystemTime(Date.now() + 30_000);
    const page = await from(app, '192.0.2.1').submit(PAGE, formOf('late'));
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^35[67]\d$/)]);
    expect(page.text).toContain('Muitas contas foram criadas a partir desta rede. Tente de novo em 59 min');
    const json = await from(app, '192.0.2.1').submit(PAGE, formOf('late'), inJson);
    expect([json.status, json.headers.get('retry-after')]).toEqual([429, page.headers.get('retry-after')]);
    expect(json.json()).toEqual({ detail: expect.stringContaining('Muitas contas'), code: 'rate_limited' });
    const graphql = await byGraphQL(app, '192.0.2.1', 'late');
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([429, page.headers.get('retry-after')]);
    expect(graphql.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: Number(page.headers.get('retry-after')) } }],
    });
    expect(await app.database.em.fork().count(User, { usernameKey: 'late' })).toBe(0);
    expect((await byGraphQL(app, '192.0.2.2', 'neighbour')).status).toBe(200);

    vi.setSystemTime(Date.now() + 3_600_000);
    expect((await byGraphQL(app, '192.0.2.1', 'late')).status).toBe(200);
  });

  test('counts before the work: of 120 at once, a hundred are created', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const attempts = Array.from({ length: 120 }, (_, index) => byGraphQL(app, '192.0.2.1', `atonce${index}`));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    // While too many passwords are waiting to be hashed, requests are rejected for that reason and do not count.
    expect(await app.database.em.fork().count(User, {})).toBe(statuses.filter((status) => status === 200).length);
  });

  test('does not count what creates nothing', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    await app.createUser('taken');
    for (let index = 0; index < 101; index += 1) {
      expect((await byGraphQL(app, '192.0.2.1', 'taken')).status).toBe(400);
    }
    expect((await byGraphQL(app, '192.0.2.1', 'free')).status).toBe(200);
  });

  test('does not count what staff create', async () => {
    const app = await createTestApp();
    // Two are needed, since each can create at most 60 accounts a minute.
    const staff = [
      await app.loginAs('chefe', { isStaff: true }),
      await app.loginAs('chefa', { isStaff: true }),
    ] as const;
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { username } }';
    const statuses: number[] = [];
    for (let index = 0; index < 101; index += 1) {
      const { first_name: firstName, ...rest } = formOf(`made${index}`);
      statuses.push((await staff[index % 2 === 0 ? 0 : 1].graphql(create, { input: { ...rest, firstName } })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('the networks by which registrations are counted (promises 43, 44)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const done = async () => 'created';

  /** @returns the number of registrations that are admitted out of `count` from changing addresses. */
  async function letIn(quota: RegistrationQuota, count: number, addressOf: (index: number) => string) {
    let created = 0;
    for (let index = 0; index < count; index += 1) {
      created += await quota.during(addressOf(index), done).then(
        () => 1,
        (error) => (error instanceof RateLimited ? 0 : Promise.reject(error)),
      );
    }
    return created;
  }

  test.each([
    ['one IPv4 address', 100, () => '192.0.2.7'],
    ['an IPv4 /24', 200, (index: number) => `192.0.2.${index % 256}`],
    ['an IPv6 /64', 100, (index: number) => `2001:db8::${index.toString(16)}`],
    ['an IPv6 /56', 200, (index: number) => `2001:db8:0:${(index % 256).toString(16)}::1`],
    ['an IPv6 /48', 400, (index: number) => `2001:db8:0:${(index * 7).toString(16)}::1`],
  ])('%s has room for %i an hour', async (_name, limit, addressOf) => {
    expect(await letIn(new RegistrationQuota(new MemoryRateLimits()), limit + 50, addressOf)).toBe(limit);
  });

  test('a day has room for five hours', async () => {
    const quota = new RegistrationQuota(new MemoryRateLimits());
    let created = 0;
    for (let hour = 0; hour < 7; hour += 1) {
      created += await letIn(quota, 110, () => '192.0.2.7');
      vi.setSystemTime(Date.now() + 3_600_001);
    }
    expect(created).toBe(500);
    vi.setSystemTime(Date.now() + 17 * 3_600_000);
    expect(await letIn(quota, 1, () => '192.0.2.7')).toBe(1);
  });

  test('whatever fails gives back all that it took, at every level', async () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    await fc.assert(
      fc.asyncProperty(address, fc.array(fc.boolean(), { maxLength: 300 }), async (from, successes) => {
        const quota = new RegistrationQuota(new MemoryRateLimits());
        let created = 0;
        for (const succeeds of successes) {
          const job = async () => {
            if (!succeeds) throw new Error('a fault');
            created += 1;
          };
          const isRejected = await quota.during(from, job).then(
            () => false,
            (error) => error instanceof RateLimited,
          );
          expect(isRejected).toBe(created === 100 && isRejected);
        }
        expect(created).toBe(Math.min(100, successes.filter(Boolean).length));
        expect(networksOf(from).length).toBeGreaterThan(0);
      }),
      { numRuns: 30 },
    );
  });
});
