import { describe, expect, test } from 'vitest';
import { TermsVersion } from '../../../src/features/terms/versions/terms-version.entity.js';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import type { DatabaseLocation } from '../../../src/settings/settings.js';
import { reauthenticate } from '../../support/accounts/reauthentication.js';
import { databaseKinds, openTestDatabase, postgresql } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const CREATE = `mutation ($content: String!, $isActive: Boolean) {
  createTermsVersion(content: $content, isActive: $isActive) { version createdAt updatedAt isActive isShown content }
}`;
const UPDATE = `mutation ($version: ID!, $content: String, $isActive: Boolean, $seenUpdatedAt: String) {
  updateTermsVersion(version: $version, content: $content, isActive: $isActive, seenUpdatedAt: $seenUpdatedAt) {
    version updatedAt isActive isShown content
  }
}`;
const LIST = `query ($after: String) {
  termsVersions(first: 2, after: $after) {
    nodes { version isActive isShown length seenBy }
    pageInfo { endCursor hasNextPage }
  }
}`;
const TERMS = '{ terms { version html createdAt updatedAt seenAt } }';
const SEEN = 'mutation ($version: ID!) { markTermsSeen(version: $version) }';

interface Version {
  readonly version: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly isActive: boolean;
  readonly isShown: boolean;
  readonly content: string;
}

interface Fault {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly fields?: Record<string, string[]> };
}

/** Returns the result of an operation's only field. @throws if the operation failed. */
async function ask<T>(browser: Browser, query: string, variables: object = {}): Promise<T> {
  const { data, errors } = (await browser.graphql(query, variables)).json<{
    data: Record<string, T>;
    errors?: Fault[];
  }>();
  if (errors) throw new Error(JSON.stringify(errors));
  return Object.values(data)[0] as T;
}

async function errorOf(browser: Browser, query: string, variables: object = {}): Promise<Fault | undefined> {
  return (await browser.graphql(query, variables)).json<{ errors: Fault[] }>().errors[0];
}

const signInStaff = (app: TestApp) => app.loginAs('eva', { isStaff: true });
const create = (staff: Browser, content: string, isActive = true) => ask<Version>(staff, CREATE, { content, isActive });

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the terms on ${name} (contract 6)`, () => {
    const open = async (location?: DatabaseLocation) => {
      const at = location ?? (await locate());
      const database = await openTestDatabase(at);
      const url = at.kind === 'sqlite' ? `sqlite:${at.file}` : at.url;
      return createTestApp({ database, environment: { DATABASE_URL: url } });
    };

    test('the active version created last is shown: editing an older one promotes it not, switching is at once', async () => {
      const app = await open();
      const [staff, ana] = [await signInStaff(app), await app.loginAs()];
      const shown = async () => (await ask<{ html: string } | null>(ana, '{ terms { html } }'))?.html;
      expect(await shown()).toBeUndefined();
      const first = await create(staff, '# One\n\n<b>x</b>');
      expect(first).toMatchObject({ isActive: true, isShown: true, content: '# One\n\n<b>x</b>' });
      expect(await shown()).toBe('<h2>One</h2>\n<p>&lt;b&gt;x&lt;/b&gt;</p>\n');
      const second = await create(staff, 'Two');
      expect(await create(staff, 'Three', false)).toMatchObject({ isActive: false, isShown: false });
      expect(await shown()).toBe('<p>Two</p>\n');

      await app.advance({ seconds: 3 });
      const edited = await ask<Version>(staff, UPDATE, { version: first.version, content: 'One again' });
      expect(edited).toMatchObject({ content: 'One again', isActive: true, isShown: false });
      expect(Date.parse(edited.updatedAt)).toBe(Date.parse(first.updatedAt) + 3000);
      expect(await shown()).toBe('<p>Two</p>\n');

      await ask(staff, UPDATE, { version: second.version, isActive: false });
      expect(await shown()).toBe('<p>One again</p>\n');
      await ask(staff, UPDATE, { version: second.version, isActive: true });
      expect(await shown()).toBe('<p>Two</p>\n');
      await ask(staff, UPDATE, { version: second.version, content: 'Two, changed' });
      expect(await shown()).toBe('<p>Two, changed</p>\n');
    });

    test('what the first caller saw is stored, by user and version, the first time', async () => {
      const app = await open();
      const [staff, ana] = [await signInStaff(app), await app.loginAs()];
      const { version } = await create(staff, 'One');
      const seenAt = async (browser: Browser) =>
        (await ask<{ seenAt: string | null }>(browser, '{ terms { seenAt } }')).seenAt;
      expect(await seenAt(ana)).toBeNull();
      const now = app.clock.now().toISOString();
      expect(await ask(ana, SEEN, { version })).toBe(now);
      await app.advance({ minutes: 1 });
      const again = await Promise.all([ask(ana, SEEN, { version }), ask(ana, SEEN, { version })]);
      expect(again).toEqual([now, now]);
      expect(await seenAt(ana)).toBe(now);
      // Only a new version must be seen again, not an edit of the same version.
      await ask(staff, UPDATE, { version, content: 'One, better' });
      expect(await seenAt(ana)).toBe(now);
      await create(staff, 'Two');
      expect(await seenAt(ana)).toBeNull();
      await Promise.all(Array.from({ length: 5 }, () => ask(ana, SEEN, { version: String(Number(version) + 1) })));
      const { nodes } = await ask<{ nodes: { seenBy: number }[] }>(staff, LIST);
      // Publishing a version counts as having seen it.
      expect(nodes.map(({ seenBy }) => seenBy)).toEqual([2, 2]);
    });

    test('the author of a version has seen it, and no other user has, not even staff', async () => {
      const app = await open();
      const [staff, script] = [await signInStaff(app), await app.scriptAs('rui', { isStaff: true })];
      const seenAt = async (browser: Browser) =>
        (await ask<{ seenAt: string | null } | null>(browser, '{ terms { seenAt } }'))?.seenAt;
      const seenByBoth = async () => [await seenAt(staff), await seenAt(script)];
      const now = app.clock.now().toISOString();
      const first = await create(staff, 'One');
      expect(await seenByBoth()).toEqual([now, null]);
      // Neither editing an old version nor saving a draft publishes anything.
      const second = await create(staff, 'Two');
      const draft = await create(script, 'A draft', false);
      await ask(script, UPDATE, { version: first.version, content: 'One, better' });
      await ask(script, UPDATE, { version: second.version, content: 'Two, better' });
      expect(await seenByBoth()).toEqual([now, null]);
      // Activating or deactivating a version changes which version everyone sees.
      await ask(script, UPDATE, { version: draft.version, isActive: true });
      expect(await seenByBoth()).toEqual([null, now]);
      for (const { version } of [draft, second]) await ask(script, UPDATE, { version, isActive: false });
      expect(await ask<{ version: string }>(script, '{ terms { version } }')).toEqual({ version: first.version });
      expect(await seenByBoth()).toEqual([now, now]);
      // Without a version, users have nothing to see.
      await ask(script, UPDATE, { version: first.version, isActive: false });
      expect(await seenByBoth()).toEqual([undefined, undefined]);
    });

    test('no user can have seen a version that was never shown', async () => {
      const app = await open();
      const [staff, ana] = [await signInStaff(app), await app.loginAs()];
      const { version } = await create(staff, 'A draft', false);
      for (const id of [version, '999', '0', '-1', '1.5', '99999999999', 'x', '']) {
        expect(await errorOf(ana, SEEN, { version: id })).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
      }
    });

    test('the staff reads every version, the newest first, page by page', async () => {
      const app = await open();
      const staff = await signInStaff(app);
      for (const content of ['1', '22', '333𝒳', '4444', '55555']) await create(staff, content, content !== '55555');
      const pages: object[][] = [];
      for (let after: string | null = null, more = true; more; ) {
        type List = { nodes: object[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
        const { nodes, pageInfo }: List = await ask<List>(staff, LIST, { after });
        pages.push(nodes);
        after = pageInfo.endCursor;
        more = pageInfo.hasNextPage;
      }
      const row = (version: number, length: number, isActive: boolean, isShown: boolean) => ({
        ...{ version: String(version), length, isActive, isShown, seenBy: isActive ? 1 : 0 },
      });
      expect(pages).toEqual([
        [row(5, 5, false, false), row(4, 4, true, true)],
        [row(3, 4, true, false), row(2, 2, true, false)],
        [row(1, 1, true, false)],
      ]);
    });

    test('a version that another user has saved since is not overwritten', async () => {
      const app = await open();
      const staff = await signInStaff(app);
      const { version, updatedAt } = await create(staff, 'One');
      const next = await ask<Version>(staff, UPDATE, { version, content: 'Two', seenUpdatedAt: updatedAt });
      expect(Date.parse(next.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
      for (const seenUpdatedAt of [updatedAt, 'yesterday']) {
        const fault = await errorOf(staff, UPDATE, { version, content: 'Three', seenUpdatedAt });
        expect(fault).toMatchObject({
          extensions: { code: 'BAD_USER_INPUT', fields: { seenUpdatedAt: [fault?.message] } },
        });
      }
      const stored = await ask<Version>(staff, `{ termsVersion(version: "${version}") { content } }`);
      expect(stored.content).toBe('Two');
      await ask(staff, UPDATE, { version, content: 'Three', seenUpdatedAt: next.updatedAt });
    });

    test('of ten saves at once from one state, one succeeds', async () => {
      const app = await open();
      const staff = await signInStaff(app);
      const { version, updatedAt: seenUpdatedAt } = await create(staff, 'One');
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => staff.graphql(UPDATE, { version, content: `By ${n}`, seenUpdatedAt })),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(await app.database.em.fork().count(AuthenticationEvent, { event: 'terms_update' })).toBe(1);
    });

    test('every change of the terms is recorded with its author, with the whole text before and after where it changed', async () => {
      const app = await open();
      const staff = await signInStaff(app);
      const { version } = await create(staff, 'One');
      await ask(staff, UPDATE, { version, content: 'Two', isActive: false });
      await ask(staff, UPDATE, { version, isActive: true });
      await ask(staff, UPDATE, { version, content: 'Three' });
      await errorOf(staff, UPDATE, { version, content: '' });
      await errorOf(staff, UPDATE, { version: '999', content: 'x' });
      const rows = await app.database.em.fork().find(AuthenticationEvent, { event: { $like: 'terms%' } });
      const id = Number(version);
      expect(
        rows.map(({ event, actor, before, after }) => [
          event,
          actor,
          JSON.parse(before ?? 'null'),
          JSON.parse(after ?? ''),
        ]),
      ).toEqual([
        ['terms_create', 'eva', null, { version: id, isActive: true, content: 'One' }],
        [
          'terms_update',
          'eva',
          { version: id, isActive: true, content: 'One' },
          { version: id, isActive: false, content: 'Two' },
        ],
        ['terms_update', 'eva', { version: id, isActive: false }, { version: id, isActive: true }],
        ['terms_update', 'eva', { version: id, content: 'Two' }, { version: id, content: 'Three' }],
      ]);
      expect(app.lines.filter((line) => line.includes('"event":"terms_')).length).toBe(4);
      expect(app.lines.some((line) => line.includes('Two'))).toBe(false);
    });

    test('a subscriber gets what is shown at once and then each change of it, also of another process', async () => {
      const location = await locate();
      const app = await open(location);
      const [staff, ana] = [await signInStaff(app), await app.loginAs()];
      const changes = app.live({ as: ana }).iterate({ query: 'subscription { termsChanged { version updatedAt } }' });
      const next = async () => (await changes.next()).value?.data?.termsChanged;
      expect(await next()).toBeNull();
      const first = await create(staff, 'One');
      expect(await next()).toEqual({ version: first.version, updatedAt: first.updatedAt });
      // A draft is not shown, so it causes no event.
      await create(staff, 'A draft', false);
      const edited = await ask<Version>(staff, UPDATE, { version: first.version, content: 'One!' });
      expect(await next()).toEqual({ version: first.version, updatedAt: edited.updatedAt });
      await ask(staff, UPDATE, { version: first.version, isActive: false });
      expect(await next()).toBeNull();

      const elsewhere = (await openTestDatabase(location)).em.fork();
      const [createdAt, updatedAt] = [new Date('2027-01-01'), new Date('2027-01-02')];
      elsewhere.create(TermsVersion, { content: 'Imported', createdAt, updatedAt });
      await elsewhere.flush();
      await app.advance({ seconds: 5 });
      expect(await next()).toMatchObject({ updatedAt: '2027-01-02T00:00:00.000Z' });
      expect((await ask<{ html: string }>(ana, TERMS)).html).toBe('<p>Imported</p>\n');
      const late = app.live({ as: ana }).iterate({ query: 'subscription { termsChanged { updatedAt } }' });
      expect((await late.next()).value?.data?.termsChanged).toEqual({ updatedAt: '2027-01-02T00:00:00.000Z' });
    });
  });
}

describe.runIf(postgresql.available)('several processes on PostgreSQL', () => {
  test('a save that another process is making at the same time is not overwritten', async () => {
    const database = await openTestDatabase(await postgresql.locate());
    const app = await createTestApp({ database });
    const staff = await signInStaff(app);
    const { version } = await create(staff, 'One');
    const unit = database.em.fork();
    const saveElsewhere = { content: 'Elsewhere', updatedAt: new Date('2027-01-01') };
    let answer: Promise<Fault | undefined> | undefined;
    await unit.transactional(async (elsewhere) => {
      await elsewhere.nativeUpdate(TermsVersion, { id: Number(version) }, saveElsewhere);
      answer = errorOf(staff, UPDATE, { version, content: 'Here' });
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(() => database.em.getConnection().execute(waiting)).toHaveLength(1);
    });
    expect(await answer).toMatchObject({ extensions: { fields: { seenUpdatedAt: [expect.any(String)] } } });
    expect(await ask(staff, `{ termsVersion(version: "${version}") { content } }`)).toEqual({ content: 'Elsewhere' });
  });
});

describe('the terms (contract 6)', () => {
  test('a version made while the wall clock is set back is shown all the same', async () => {
    const app = await createTestApp();
    const staff = await signInStaff(app);
    await create(staff, 'One');
    app.clock.setBy({ minutes: -60 });
    await reauthenticate(staff);
    expect(await create(staff, 'Two')).toMatchObject({ isShown: true });
  });

  test.each([
    ['blank', ' \n\t\u200b'],
    ['empty', ''],
    ['with NUL', 'a\0b'],
    ['with half a character', 'a\ud800b'],
    ['too deep', `${'> '.repeat(20)}a`],
    ['of 200,001 characters', 'x'.repeat(200_001)],
    ['of 200,001 characters outside the basic plane', '𝒳'.repeat(200_001)],
  ])('a text %s is refused, naming content, and nothing is kept', async (_name, content) => {
    const app = await createTestApp();
    const staff = await signInStaff(app);
    const fault = { extensions: { code: 'BAD_USER_INPUT', fields: { content: [expect.any(String)] } } };
    expect(await errorOf(staff, CREATE, { content })).toMatchObject(fault);
    expect(
      await errorOf(staff, 'query ($content: String!) { previewTerms(content: $content) }', { content }),
    ).toMatchObject(fault);
    expect(await app.database.em.fork().count(TermsVersion)).toBe(0);
  });

  test.each([
    ['of 200,000 characters', 'x'.repeat(200_000), 200_000],
    ['of 200,000 characters outside the basic plane', '𝒳'.repeat(200_000), 200_000],
    ['whose line ends count once', 'x\r\n'.repeat(100_000), 200_000],
  ])('a text %s is kept', async (_name, content, length) => {
    const app = await createTestApp();
    const staff = await signInStaff(app);
    const { content: stored } = await create(staff, content);
    expect(stored).toBe(content.replaceAll('\r\n', '\n'));
    expect((await ask<{ nodes: object[] }>(staff, LIST)).nodes).toMatchObject([{ length }]);
  });

  test('every form of line end becomes one', async () => {
    const app = await createTestApp();
    expect(await create(await signInStaff(app), 'a\r\nb\rc\nd')).toMatchObject({ content: 'a\nb\nc\nd' });
  });

  test('a preview is what the page would show, and the difference is by words', async () => {
    const app = await createTestApp();
    const staff = await signInStaff(app);
    const content = '# A\n\n<script>alert(1)</script>';
    const preview = await ask(staff, 'query ($content: String!) { previewTerms(content: $content) }', { content });
    const from = await create(staff, content);
    expect((await ask<{ html: string }>(staff, TERMS)).html).toBe(preview);
    const to = await create(staff, '# B\n\n<script>alert(2)</script>');
    const difference = await ask(
      staff,
      'query ($from: ID!, $to: ID!) { termsDifference(from: $from, to: $to) { gaveUp parts { kind text } } }',
      { from: from.version, to: to.version },
    );
    expect(difference).toEqual({
      gaveUp: false,
      parts: [
        { kind: 'SAME', text: '# ' },
        { kind: 'REMOVED', text: 'A' },
        { kind: 'ADDED', text: 'B' },
        { kind: 'SAME', text: '\n\n<script>alert(' },
        { kind: 'REMOVED', text: '1' },
        { kind: 'ADDED', text: '2' },
        { kind: 'SAME', text: ')</script>' },
      ],
    });
  });

  test('a visitor gets nothing, a user who is not staff only the version shown', async () => {
    const app = await createTestApp();
    const staff = await signInStaff(app);
    const { version } = await create(staff, 'One');
    const forStaff = [
      'query { termsVersions { pageInfo { hasNextPage } } }',
      `query { termsVersion(version: "${version}") { content } }`,
      'query { previewTerms(content: "a") }',
      `query { termsDifference(from: "${version}", to: "${version}") { gaveUp } }`,
      'mutation { createTermsVersion(content: "a") { version } }',
      `mutation { updateTermsVersion(version: "${version}", isActive: false) { version } }`,
    ];
    const forAll = [TERMS, `mutation { markTermsSeen(version: "${version}") }`];
    const ana = await app.loginAs();
    for (const query of forStaff) expect([query, (await ana.graphql(query)).status]).toEqual([query, 403]);
    for (const query of forAll) expect([query, (await ana.graphql(query)).status]).toEqual([query, 200]);
    for (const query of [...forStaff, ...forAll]) {
      expect([query, (await app.browser().graphql(query)).status]).toEqual([query, 401]);
    }
    expect(await ask(ana, TERMS)).toMatchObject({ version, html: '<p>One</p>\n' });
  });

  test.each(['previewTerms(content: "a")', 'termsDifference(from: "1", to: "1") { gaveUp }'])(
    '%s may be asked once an operation, 60 times a minute',
    async (field) => {
      const app = await createTestApp();
      const staff = await signInStaff(app);
      await create(staff, 'One');
      expect(await errorOf(staff, `{ ${field} again: ${field} }`)).toMatchObject({
        extensions: { code: 'BAD_USER_INPUT' },
      });
      for (let call = 0; call < 60; call += 1) expect((await staff.graphql(`{ ${field} }`)).status).toBe(200);
      expect((await staff.graphql(`{ ${field} }`)).status).toBe(429);
    },
  );
});
