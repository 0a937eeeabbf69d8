import { describe, expect, test } from 'vitest';
import { addAgentHost, connectAgent, minuteOf, sampleAt } from '../../../support/agents/agents.js';
import { createTestApp } from '../../../support/test-app.js';

const QUERY = '{ findings { kind severity text } }';

interface Answer {
  readonly data: { readonly findings: { kind: string; severity: string; text: string }[] };
}

describe('findings over GraphQL (contract 4)', () => {
  test('come from the history, in the language of the caller, and are not limited', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const ask = async (language: string) =>
      (await person.graphql(QUERY, {}, { 'accept-language': language })).json<Answer>().data.findings;
    expect((await ask('en'))[0]?.kind).toBe('TOO_EARLY');
    app.host.reading = { ...app.host.reading, cpuPercent: 94 };
    for (let minute = 0; minute < 12; minute += 1) {
      app.host.reading = { ...app.host.reading, cpuPercent: 94 };
      await app.advance({ minutes: 1 });
    }
    expect(await ask('en')).toMatchObject([
      { kind: 'CPU_HIGH', severity: 'BAD', text: /CPU above 90% for 1[123] minutes/ },
    ]);
    expect((await ask('pt'))[0]?.text).toMatch(/CPU acima de 90% há 1[123] minutos/);
    for (let call = 0; call < 50; call += 1) expect(await ask('en')).toHaveLength(1);
    expect((await app.browser().graphql(QUERY)).status).toBe(401);
  });

  test('tell of the time in which the service was down', async () => {
    const app = await createTestApp();
    await app.advance({ minutes: 10 });
    await app.sleep({ minutes: 180 });
    await app.advance({ minutes: 10 });
    const answer = await (await app.scriptAs()).graphql(QUERY, {}, { 'accept-language': 'en' });
    expect(answer.json<Answer>().data.findings).toContainEqual({
      kind: 'NOT_MEASURED',
      severity: 'INFORMATION',
      text: 'Nothing was measured for 3 hours; measuring resumed 10 minutes ago.',
    });
  });

  test('of an agent count the minutes it has handed over and its newest sample', async () => {
    const app = await createTestApp();
    const now = () => app.clock.now().getTime();
    const { number, token } = await addAgentHost(app.database, { now: app.clock.now() });
    const { agent } = await connectAgent(app.services.agentIntake, token, app.clock.now());
    const begin = Math.floor(now() / 60_000) * 60_000;
    for (let minute = 16; minute > 0; minute -= 1) {
      await agent.takeMinute(begin - minute * 60_000, minuteOf(begin - minute * 60_000, { cpu: 95, count: 5 }));
    }
    const person = await app.loginAs();
    const ask = async () => {
      const answer = await person.graphql(
        'query ($host: ID) { findings(host: $host) { kind text } }',
        { host: String(number) },
        { 'accept-language': 'en' },
      );
      return answer.json<Answer>().data.findings;
    };
    agent.takeSample(sampleAt(now(), { cpuPercent: 97.5 }), now());
    expect(await ask()).toEqual([{ kind: 'CPU_HIGH', text: 'CPU above 90% for 17 minutes.' }]);
    await app.advance({ minutes: 1 });
    agent.takeSample(sampleAt(now(), { cpuPercent: 97.5 }), now());
    expect(await ask()).toEqual([{ kind: 'CPU_HIGH', text: 'CPU above 90% for 17 minutes.' }]);
    await app.advance({ ms: 5 });
    agent.takeSample(sampleAt(now(), { cpuPercent: 2 }), now());
    expect((await ask())[0]?.kind).toBe('QUIET');
  });
});
