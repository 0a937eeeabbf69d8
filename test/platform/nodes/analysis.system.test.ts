import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { answersText, sends, startFakeGemini } from '../../support/fakes/fake-gemini.js';
import { newDatabaseUrl, nodesCanRun } from '../../support/processes/nodes.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

interface Data {
  readonly analysisRequest: { sampledAt: string; prompt: string };
  readonly analysis: { available: boolean; text: string; sampledAt: string };
}

/** Creates two nodes on two machines with one provider, and a user at each. */
async function createNodes() {
  const url = await newDatabaseUrl();
  const provider = await startFakeGemini();
  const clock = new FakeClock();
  const open = async () => {
    const database = await openTestDatabase({ kind: 'postgresql', url });
    return createTestApp({ database, clock, hostId: randomUUID(), environment: provider.environment });
  };
  const [a, b] = [await open(), await open()];
  const tick = async () => {
    await clock.advance({ seconds: 5 });
    for (const node of [a, b]) await node.services.history.flush();
    await expect.poll(() => b.services.shown.latest).toEqual(a.services.shown.latest);
  };
  const people = new Map([
    [a, await a.loginAs()],
    [b, await b.loginAs()],
  ]);
  const ask = async (node: TestApp, query: string, variables = {}) => {
    const answer = await people.get(node)?.graphql(query, variables);
    return answer?.json<{ data: Data }>().data as Data;
  };
  const shownAt = async (node: TestApp) =>
    (await ask(node, '{ analysisRequest { sampledAt prompt } }')).analysisRequest;
  const analysisAt = async (node: TestApp, of: string | null = null) =>
    (await ask(node, 'query ($of: String) { analysis(of: $of) { available text sampledAt } }', { of })).analysis;
  const rows = (sql: string, values: unknown[] = []) => a.database.em.getConnection().execute(sql, values);
  return { a, b, provider, clock, tick, shownAt, analysisAt, rows };
}

describe.runIf(nodesCanRun)('the analysis at several nodes (contract 13)', () => {
  test('what one node has shown is what another sends, also when newer samples have come', async () => {
    const { a, b, provider, tick, shownAt, analysisAt } = await createNodes();
    await tick();
    const shown = await shownAt(a);
    await tick();
    expect((await shownAt(b)).prompt).not.toBe(shown.prompt);
    expect(await analysisAt(b, shown.sampledAt)).toMatchObject({ available: true, sampledAt: shown.sampledAt });
    expect(provider.calls.map(({ body }) => body.contents[0]?.parts[0]?.text)).toEqual([shown.prompt]);
    expect(await shownAt(b)).toEqual(await shownAt(a));
    const newest = await analysisAt(b, '2020-01-01T00:00:00.000Z');
    expect(newest.sampledAt).toBe(a.services.shown.latest.sampledAt);
    expect((await analysisAt(a, 'never shown')).sampledAt).toBe(newest.sampledAt);
    expect(provider.calls).toHaveLength(2);
  });

  test.each(['0000-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000+20:00'])(
    'a time that no sample can have is that of none: %s (promise 25)',
    async (of) => {
      const { a, tick, analysisAt } = await createNodes();
      await tick();
      expect((await analysisAt(a, of)).sampledAt).toBe(a.services.shown.latest.sampledAt);
    },
  );

  test('one call answers everybody at every node who asks about a sample in a language', async () => {
    const { a, b, provider, tick, analysisAt, clock } = await createNodes();
    await tick();
    const running = clock.running;
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    provider.answersWith((response) => void mayAnswer.then(() => answersText('Tudo calmo.')(response)));
    const called = provider.nextCall();
    const all = [analysisAt(a), analysisAt(b), analysisAt(b), analysisAt(a)];
    await called;
    // Both nodes wait for the answer; the one that did not call the provider has a timer as well.
    await expect.poll(() => clock.running).toBe(running + 3);
    answer();
    for (const one of await Promise.all(all)) expect(one.text).toBe('Tudo calmo.');
    expect((await analysisAt(b)).text).toBe('Tudo calmo.');
    expect(provider.calls).toHaveLength(1);
    await tick();
    expect((await analysisAt(b)).available).toBe(true);
    expect(provider.calls).toHaveLength(2);
  });

  test('a failure serves those who waited for it at every node, and the next caller asks again', async () => {
    const { a, b, provider, tick, analysisAt, clock } = await createNodes();
    await tick();
    const running = clock.running;
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    provider.answersWith((response) => void mayAnswer.then(() => sends('{}', 500)(response)));
    const called = provider.nextCall();
    const first = analysisAt(a);
    await called;
    const second = analysisAt(b);
    // The other node waits for the answer and has a timer.
    await expect.poll(() => clock.running).toBe(running + 3);
    answer();
    expect((await second).available).toBe(false);
    expect((await first).available).toBe(false);
    expect(provider.calls).toHaveLength(1);
    provider.answersWith(answersText('Tudo calmo.'));
    expect((await analysisAt(b)).text).toBe('Tudo calmo.');
  });

  test('when a node has died while it asked, one that waits asks in its place', async () => {
    const { a, b, provider, tick, shownAt, analysisAt, clock, rows } = await createNodes();
    await tick();
    await shownAt(a);
    await rows(`update analyses set claimed_until = now() + interval '9 seconds'`);
    const running = clock.running;
    const waiting = analysisAt(b);
    await expect.poll(() => clock.running).toBe(running + 2);
    await clock.advance({ ms: 500 });
    await expect.poll(() => clock.running).toBe(running + 2);
    expect(provider.calls).toHaveLength(0);
    await rows(`update analyses set claimed_until = now() - interval '1 second'`);
    await clock.advance({ ms: 500 });
    expect((await waiting).available).toBe(true);
    expect(provider.calls).toHaveLength(1);
  });

  test('what was shown is kept for two minutes', async () => {
    const { a, tick, shownAt, clock, rows } = await createNodes();
    await tick();
    const shown = await shownAt(a);
    const count = async () => (await rows('select 1 from analyses where sampled_at = ?', [shown.sampledAt])).length;
    // Stores samples in each minute, since a machine without samples for two minutes is no longer shown.
    for (let minute = 0; minute < 2; minute += 1) {
      await clock.advance({ seconds: 55 });
      await tick();
    }
    await shownAt(a);
    expect(await count()).toBe(1);
    await tick();
    await shownAt(a);
    expect(await count()).toBe(0);
  });
});
