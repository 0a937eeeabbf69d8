import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { TermsThread } from '../../../../src/features/terms/rendering/terms-thread.js';
import { TermsVersion } from '../../../../src/features/terms/versions/terms-version.entity.js';
import { translate } from '../../../../src/i18n/translate.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** The slowest of several 200,000-character texts that were tried; it takes seconds on a busy machine. */
const EXPENSIVE = '*a*_b_`c`'.repeat(22_000);

const PREVIEW = 'query ($content: String!) { previewTerms(content: $content) }';
const DIFFERENCE = 'query ($from: ID!, $to: ID!) { termsDifference(from: $from, to: $to) { gaveUp parts { kind } } }';
const CREATE = `mutation ($content: String!, $isActive: Boolean) {
  createTermsVersion(content: $content, isActive: $isActive) { version }
}`;
const UPDATE = `mutation ($version: ID!, $content: String, $isActive: Boolean) {
  updateTermsVersion(version: $version, content: $content, isActive: $isActive) { version }
}`;

/** Returns the result of an operation's only field. */
async function ask<T>(browser: Browser, query: string, variables: object = {}): Promise<T> {
  const { data } = (await browser.graphql(query, variables)).json<{ data: Record<string, T> }>();
  return Object.values(data)[0] as T;
}

const signInStaff = (app: TestApp) => app.loginAs('eva', { isStaff: true });

async function create(staff: Browser, content: string, isActive = true): Promise<string> {
  return (await ask<{ version: string }>(staff, CREATE, { content, isActive })).version;
}

const shownTo = async (browser: Browser) => (await ask<{ html: string } | null>(browser, '{ terms { html } }'))?.html;

/** Counts another user's requests that are answered in sequence while the thread is working on a task from `work`. */
async function answeredMeanwhile(
  { browser }: TestApp,
  task: MockInstance<TermsThread['html'] | TermsThread['difference']>,
  work: Promise<{ status: number }>,
): Promise<number> {
  await expect.poll(() => task.mock.calls.length, { interval: 1 }).toBe(1);
  const other = browser();
  let answered = 0;
  for (; task.mock.settledResults[0]?.type === 'incomplete'; answered += 1) await other.get('/healthz');
  expect((await work).status).toBe(200);
  return answered;
}

/** Number of answers to expect: more than one, since one request may be answered even if the work blocks all others. */
const SEVERAL = 3;

describe('while a text that takes long is worked on, others are answered', () => {
  /** Allows for a busy machine; the deadline itself is tested below. */
  const createPatientThread = () => new TermsThread({ deadlineMs: 100_000 });

  test('when it is made a page', async () => {
    const termsThread = createPatientThread();
    const task = vi.spyOn(termsThread, 'html');
    const app = await createTestApp({ termsThread });
    const work = (await signInStaff(app)).graphql(PREVIEW, { content: EXPENSIVE });
    expect(await answeredMeanwhile(app, task, work)).toBeGreaterThan(SEVERAL);
  });

  test('when it is compared with another', async () => {
    const termsThread = createPatientThread();
    const task = vi.spyOn(termsThread, 'difference');
    const app = await createTestApp({ termsThread });
    const staff = await signInStaff(app);
    const lines = (word: string) => Array.from({ length: 1900 }, (_, line) => `${word} ${line}`).join('\n');
    const [from, to] = [await create(staff, lines('one')), await create(staff, lines('other'))];
    const work = staff.graphql(DIFFERENCE, { from, to });
    expect(await answeredMeanwhile(app, task, work)).toBeGreaterThan(SEVERAL);
  });
});

describe('a text that takes longer than it may to become a page', () => {
  /** Starts a service whose thread has no time for any text. */
  const createHurriedApp = () => createTestApp({ termsThread: new TermsThread({ deadlineMs: 1, shownDeadlineMs: 1 }) });

  test('is rejected with what to do, and nothing is stored or changed', async () => {
    const app = await createHurriedApp();
    const staff = await signInStaff(app);
    const stored = { content: 'One', isActive: false, createdAt: app.clock.now(), updatedAt: app.clock.now() };
    const version = await app.database.em.fork().insert(TermsVersion, stored);
    const attempts = [
      [PREVIEW, { content: '# Two' }],
      [CREATE, { content: '# Two' }],
      [UPDATE, { version, content: '# Two', isActive: true }],
    ] as const;
    for (const [query, variables] of attempts) {
      const answer = await staff.graphql(query, variables);
      expect(answer.status).toBe(400);
      expect(answer.json<{ errors: object[] }>().errors[0]).toMatchObject({
        extensions: { code: 'BAD_USER_INPUT', fields: { content: [translate('terms.contentTooDear', 'pt')] } },
      });
    }
    expect(await app.database.em.fork().findAll(TermsVersion)).toMatchObject([{ ...stored, id: version }]);
    expect(await app.database.em.fork().count(AuthenticationEvent, { event: { $like: 'terms%' } })).toBe(0);
  });

  test('is shown as it was written when it is stored already, with one line in the log', async () => {
    const app = await createHurriedApp();
    const reader = await app.loginAs();
    const now = app.clock.now();
    const content = '# A <b>"text"</b> & more\n\n- end';
    await app.database.em.fork().insert(TermsVersion, { content, createdAt: now, updatedAt: now });
    const html = '<pre># A &lt;b&gt;&quot;text&quot;&lt;/b&gt; &amp; more\n\n- end</pre>\n';
    expect([await shownTo(reader), await shownTo(reader)]).toEqual([html, html]);
    expect(app.lines.filter((line) => line.includes('shown as plain text'))).toHaveLength(1);
  });
});

describe('readers do not wait for what they are shown', () => {
  test('a version is a page before it is shown, whether it is made, changed or switched on', async () => {
    const termsThread = new TermsThread();
    const app = await createTestApp({ termsThread });
    const [staff, reader] = [await signInStaff(app), await app.loginAs()];
    const [html, shownHtml] = [vi.spyOn(termsThread, 'html'), vi.spyOn(termsThread, 'shownHtml')];
    onTestFinished(() => void vi.restoreAllMocks());
    const rendered = () => html.mock.calls.length + shownHtml.mock.calls.length;

    const version = await create(staff, 'One');
    expect([rendered(), await shownTo(reader), rendered()]).toEqual([1, '<p>One</p>\n', 1]);
    await ask(staff, UPDATE, { version, content: 'Two' });
    expect([rendered(), await shownTo(reader), rendered()]).toEqual([2, '<p>Two</p>\n', 2]);
    const draft = await create(staff, 'Three', false);
    expect([await shownTo(reader), rendered()]).toEqual(['<p>Two</p>\n', 3]);
    await ask(staff, UPDATE, { version: draft, isActive: true });
    expect([rendered(), await shownTo(reader), rendered()]).toEqual([4, '<p>Three</p>\n', 4]);
  });

  test('nor after a start or a change by another process: it is made a page when that is seen', async () => {
    const termsThread = new TermsThread();
    const app = await createTestApp({ termsThread });
    const shownHtml = vi.spyOn(termsThread, 'shownHtml');
    onTestFinished(() => void vi.restoreAllMocks());
    const now = app.clock.now();
    await app.database.em.fork().insert(TermsVersion, { content: 'One', createdAt: now, updatedAt: now });
    await app.services.shownTerms.current();
    await expect
      .poll(() => shownHtml.mock.settledResults)
      .toMatchObject([{ type: 'fulfilled', value: '<p>One</p>\n' }]);
    expect(await shownTo(await app.loginAs())).toBe('<p>One</p>\n');
    expect(shownHtml).toHaveBeenCalledTimes(1);
  });
});
