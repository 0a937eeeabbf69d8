import { describe, expect, test } from 'vitest';
import { BlockedDomain } from '../../../../src/features/accounts/email-domains/blocked-domain.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { commandLine, createArguments } from '../../../support/processes/command-line.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const BLOCK = `mutation ($domain: String!, $anyway: Boolean! = false) {
  blockDomain(domain: $domain, anyway: $anyway) { domain addedBy addedAt }
}`;
const UNBLOCK = 'mutation ($domain: String!) { unblockDomain(domain: $domain) }';
const CHECK = `query ($domain: String!) {
  domainCheck(domain: $domain) { domain blockedBy { domain list } accounts isProvider }
}`;

function domainOf(length: number): string {
  const end = '.example';
  return `${'a.'.repeat(length).slice(0, length - end.length - 1)}a${end}`;
}

interface Failed {
  readonly errors: { extensions: { code: string; fields?: { domain?: string[] } } }[];
}

async function block(staff: Browser, domain: string, anyway = false) {
  const answer = await staff.graphql(BLOCK, { domain, anyway });
  const { data, errors } = answer.json<{ data?: { blockDomain: { domain: string } } } & Partial<Failed>>();
  return data?.blockDomain.domain ?? errors?.[0]?.extensions.fields?.domain?.[0];
}

/** Every way to set an e-mail address except the command line. Each resolves to whether the address was accepted. */
const emailForms: Readonly<Record<string, (app: TestApp, email: string) => Promise<boolean>>> = {
  'the registration form': async (app, email) => {
    const form = { first_name: 'ana', username: 'form', password1: PASSWORD, password2: PASSWORD, email };
    const answer = await app.browser().submit('/accounts/registrar/', form, { accept: 'application/json' });
    return answer.status === 201;
  },
  'GraphQL register': async (app, email) => {
    const input = { firstName: 'ana', username: 'graphql', password1: PASSWORD, password2: PASSWORD, email };
    const register = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';
    return (await app.browser().graphql(register, { input })).status === 200;
  },
  changeProfile: async (app, email) => {
    const change = 'mutation ($input: ProfileInput!) { changeProfile(input: $input) { email } }';
    return (
      (await (await app.scriptAs('someone')).graphql(change, { input: { firstName: 'ana', email } })).status === 200
    );
  },
};

describe('domains that the staff block (contract 2, /admin/; 3)', () => {
  test('are for staff: others are rejected, visitors are not signed in', async () => {
    const app = await createTestApp();
    const operations: [string, object][] = [
      ['{ blockedDomains { nodes { domain } } }', {}],
      [CHECK, { domain: 'one.example' }],
      [BLOCK, { domain: 'one.example' }],
      [UNBLOCK, { domain: 'one.example' }],
    ];
    const callers = [app.browser(), await app.scriptAs('bia'), await app.scriptAs('chefe', { isStaff: true })];
    const statuses: number[] = [];
    for (const caller of callers) {
      for (const [operation, variables] of operations)
        statuses.push((await caller.graphql(operation, variables)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 403, 403, 403, 403, 200, 200, 200, 200]);
    expect(await app.database.em.fork().count(BlockedDomain)).toBe(0);
  });

  test.each(Object.entries(emailForms))(
    'count at once at %s, and no more when they are removed',
    async (_name, door) => {
      const app = await createTestApp();
      const staff = await app.scriptAs('chefe', { isStaff: true });
      await block(staff, 'Bloqueado.Example');
      expect(await door(app, 'ana@x.BLOQUEADO.example')).toBe(false);
      // Deletes the rows behind the service's back, as another process would.
      await app.database.em.fork().nativeDelete(BlockedDomain, {});
      expect(await door(app, 'ana@x.bloqueado.example')).toBe(true);
    },
  );

  test('count on the command line while the service runs', async () => {
    const line = commandLine();
    expect((await line.run(['migrate'])).code).toBe(0);
    const app = await createTestApp({ database: await openTestDatabase({ kind: 'sqlite', file: line.file }) });
    await block(await app.scriptAs('chefe', { isStaff: true }), 'bloqueado.example');
    const create = (email: string) =>
      line.run(
        [...createArguments('bia').map((word) => (word.includes('@') ? email : word)), '--password-stdin'],
        `${PASSWORD}\n`,
      );
    const rejected = await create('bia@bloqueado.example');
    expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining('Disposable addresses')]);
    expect((await create('bia@livre.example')).code).toBe(0);
  });

  test.each([
    ['Exemplo.COM', 'exemplo.com'],
    [' @exemplo.com. ', 'exemplo.com'],
    ['alguem@exemplo.com', 'exemplo.com'],
    ['ｅｘｅｍｐｌｏ.com', 'exemplo.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['a.b.com.br', 'a.b.com.br'],
  ])('%s is blocked as %s', async (typed, domain) => {
    const app = await createTestApp();
    expect(await block(await app.scriptAs('chefe', { isStaff: true }), typed)).toBe(domain);
  });

  test('are domains that mail can be addressed to, and nothing else', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    const none = [
      ...['com', 'br', 'localhost', '', '.', '..', 'a..example', '.example', 'a b.com', "x';drop.com'"],
      ...['-.example', '-a.example', 'a-.example', 'a.-', 'a.example-', 'a_1.example', '*.example', 'a/b.example'],
      ...['10.0.0.1', '1.2', '0x7f.1', '::1', '[::1]', 'example.1', 'example.c', 'example.c1', 'a.12'],
      ...['xn--a.example', 'xn--.example', 'a.xn--9', 'http://exemplo.com', 'exemplo.com:25'],
      ...[`${'a'.repeat(64)}.example`, `${'a'.repeat(300)}.com`, `${domainOf(253)}x`, '㏂'.repeat(900)],
    ];
    for (const domain of none) {
      expect([domain, await block(staff, domain, true)]).toEqual([domain, expect.stringMatching(/domínio completo/)]);
      expect((await staff.graphql(CHECK, { domain })).status).toBe(400);
    }
    expect(await app.database.em.fork().count(BlockedDomain)).toBe(0);
    const some = [
      ...['a.example', 'a--1.example', '1.example', 'x.github.io', 'xn--r8jz45g.xn--zckzah'],
      ...[`${'a'.repeat(63)}.example`, domainOf(253)],
    ];
    for (const domain of some) expect(await block(staff, domain)).toBe(domain);
  });

  test('one that was blocked by a version that took anything can be removed', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    const row = { domain: '-.example', addedAt: new Date(), addedBy: '' };
    await app.database.em.fork().insert(BlockedDomain, row);
    expect((await staff.graphql(UNBLOCK, { domain: '-.example' })).json()).toEqual({ data: { unblockDomain: true } });
  });

  test.each(Object.entries(emailForms))(
    'are not even looked for at %s where an address is malformed',
    async (_name, door) => {
      const app = await createTestApp();
      const staff = await app.scriptAs('chefe', { isStaff: true });
      await app.scriptAs('someone');
      // Makes the domain check fail with an error other than an address fault.
      await app.database.em.getConnection().execute('alter table blocked_domains rename to away');
      for (const email of [
        `a@${'㏂'.repeat(900)}com`,
        `a@${'a.'.repeat(500)}com`,
        `${'a'.repeat(243)}@bloqueado.example`,
        'a@b',
      ]) {
        expect(await door(app, email)).toBe(false);
      }
      expect(app.lines.filter((line) => line.includes('"error"'))).toEqual([]);
      await app.database.em.getConnection().execute('alter table away rename to blocked_domains');
      await block(staff, 'bloqueado.example');
      expect(await door(app, `${'a'.repeat(236)}@bloqueado.example`)).toBe(false);
      expect(await door(app, `${'a'.repeat(236)}@permitido.example`)).toBe(true);
    },
  );

  test('a whole country is never shut out, and what is in use only when that is confirmed', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    expect(await block(staff, 'com.br', true)).toMatch(/país inteiro/);
    for (const suffix of ['co.uk', 'dev.br', 'or.jp', 'nhs.uk', 'foo.kawasaki.jp']) {
      expect(await block(staff, suffix, true)).toMatch(/país inteiro/);
    }
    expect(await block(staff, 'gmail.com')).toMatch(/^Muita gente/);
    await app.createUser('ana', { email: 'ana@Escola.example' });
    await app.createUser('bia', { email: 'bia@turma.ESCOLA.example' });
    await app.createUser('caio', { email: 'caio@ｅｓｃｏｌａ.example' });
    await app.createUser('davi', { email: 'davi@naoescola.example' });
    expect(await block(staff, 'escola.example')).toMatch(/^3 contas usam/);
    expect(await block(staff, 'turma.escola.example')).toMatch(/^1 conta usa/);
    expect(await app.database.em.fork().count(BlockedDomain)).toBe(0);
    expect(await block(staff, 'escola.example', true)).toBe('escola.example');
    expect((await app.loginAs('ana')).cookies.has('sessionid')).toBe(true);
  });

  test('a check shows what blocks a domain already, and who uses it', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    const check = async (domain: string) =>
      (await staff.graphql(CHECK, { domain })).json<{ data: { domainCheck: object } }>().data.domainCheck;
    expect(await check('X.mailinator.com')).toEqual({
      domain: 'x.mailinator.com',
      blockedBy: { domain: 'mailinator.com', list: 'OWN' },
      accounts: 0,
      isProvider: false,
    });
    await block(staff, 'novo.example');
    expect(await check('a.novo.example')).toMatchObject({ blockedBy: { domain: 'novo.example', list: 'STAFF' } });
    expect(await check('gmail.com')).toMatchObject({ blockedBy: null, isProvider: true });
  });

  test('each addition and removal is in the audit once, with its author', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('Chefe', { isStaff: true });
    for (let time = 0; time < 2; time += 1) expect(await block(staff, 'novo.example')).toBe('novo.example');
    expect((await staff.graphql(UNBLOCK, { domain: 'NOVO.example' })).json()).toEqual({
      data: { unblockDomain: true },
    });
    expect((await staff.graphql(UNBLOCK, { domain: 'novo.example' })).status).toBe(404);
    expect((await staff.graphql(UNBLOCK, { domain: 'mailinator.com' })).status).toBe(404);
    const events = await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
    expect(events.map(({ event, actor, before, after, username }) => [event, actor, before, after, username])).toEqual([
      ['domain_block', 'Chefe', null, '{"domain":"novo.example"}', ''],
      ['domain_unblock', 'Chefe', '{"domain":"novo.example"}', null, ''],
    ]);
  });
});

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the list of blocked domains on ${name}`, () => {
    test('is alphabetical, goes page by page, and can be looked through for any part', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const staff = await app.scriptAs('chefe', { isStaff: true });
      const domains = ['b.example', 'a-1.example', 'a_1.example', 'a.example', 'xn--mnchen-3ya.example'];
      for (const domain of domains.filter((domain) => !domain.includes('_'))) await block(staff, domain);
      // Earlier versions accepted such domains.
      const old = { domain: 'a_1.example', addedAt: new Date(), addedBy: '' };
      await app.database.em.fork().insert(BlockedDomain, old);
      const read = async (first: number, after: string | null, search: string) => {
        const list = `query ($after: String, $search: String) {
          blockedDomains(first: ${first}, after: $after, search: $search) {
            nodes { domain } pageInfo { endCursor hasNextPage }
          }
        }`;
        const answer = await staff.graphql(list, { after, search });
        const { nodes, pageInfo } = answer.json<{
          data: {
            blockedDomains: { nodes: { domain: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
          };
        }>().data.blockedDomains;
        return { ...pageInfo, domains: nodes.map(({ domain }) => domain) };
      };
      const whole = (await read(50, null, '')).domains;
      expect([...whole].sort()).toEqual([...domains].sort());
      // Databases disagree about the order of `-`, `.` and `_`.
      expect(whole.map(([initial]) => initial)).toEqual(['a', 'a', 'a', 'b', 'x']);
      const first = await read(2, null, '');
      expect([first.domains, first.hasNextPage]).toEqual([whole.slice(0, 2), true]);
      const second = await read(3, first.endCursor, '');
      expect([second.domains, second.hasNextPage]).toEqual([whole.slice(2), false]);
      const found = async (search: string) => (await read(50, null, search)).domains;
      expect(await found('A_1')).toEqual(['a_1.example']);
      expect(await found('-1.EX')).toEqual(['a-1.example']);
      expect(await found('münchen.example')).toEqual(['xn--mnchen-3ya.example']);
      expect(await found('%')).toEqual([]);
      expect(await found("'")).toEqual([]);
    });
  });
}
