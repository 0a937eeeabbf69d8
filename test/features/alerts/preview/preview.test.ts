import { describe, expect, test } from 'vitest';
import { codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { addAgentHost, connectAgent, minuteOf, sampleAt } from '../../../support/agents/agents.js';
import { evaluateFor, setCpu } from '../../../support/alerts/alerts.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import { fakeFileSystem } from '../../../support/fakes/fake-file-system.js';

const EXPRESSION = `query ($expression: String!, $host: ID, $timeZone: String) {
  alertExpression(expression: $expression, host: $host, timeZone: $timeZone) {
    text result currentRow
    comparisons { name text value bit unit figure }
    truthTable { expression rows { inputs result } }
    faults { position message suggestions }
  } }`;
const BACKTEST = `query ($expression: String!, $from: String!, $to: String, $for: Int!, $release: Int!, $host: ID) {
  alertBacktest(expression: $expression, from: $from, to: $to, forSeconds: $for, releaseSeconds: $release, host: $host) {
    evaluated incidents { from to } count resolution samples missing } }`;

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a rule that is not saved yet, on ${kind.name} (contract 12)`, () => {
    test('is shown as it was understood, with what its comparisons are now', async () => {
      const { app, staff } = await startWithStaff(kind);
      setCpu(app, 94);
      await evaluateFor(app, { seconds: 5 });
      const { alertExpression } = await dataOf<{ alertExpression: object }>(staff, EXPRESSION, {
        expression: 'cpu>=95 AND NOT (ram > 90% OR time(00:00-01:00))',
        timeZone: 'UTC',
      });
      expect(alertExpression).toMatchObject({
        result: 'TRUE',
        currentRow: 4,
        comparisons: [
          { name: 'A', text: 'cpu >= 95 %', value: 95, bit: 1, unit: 'percent', figure: 'cpu' },
          { name: 'B', text: 'ram > 90 %', value: 25, bit: 0, unit: 'percent', figure: 'ram' },
          { name: 'C', value: null, bit: 0, unit: '', figure: null },
        ],
        faults: [],
      });
      const { truthTable, currentRow } = alertExpression as {
        truthTable: { rows: { inputs: number[]; result: number }[] };
        currentRow: number;
      };
      expect(truthTable.rows).toHaveLength(8);
      expect(truthTable.rows[currentRow]).toEqual({ inputs: [1, 0, 0], result: 1 });
    });

    test('names its fault, where that is, and what would fit', async () => {
      const { staff } = await startWithStaff(kind);
      const { alertExpression } = await dataOf<{ alertExpression: { faults: { suggestions: string[] }[] } }>(
        staff,
        EXPRESSION,
        { expression: 'cpi > 90' },
      );
      expect(alertExpression).toMatchObject({ text: '', comparisons: [], truthTable: null, result: 'UNKNOWN' });
      expect(alertExpression.faults).toMatchObject([{ position: 1, message: expect.stringContaining('cpi') }]);
      expect(alertExpression.faults[0]?.suggestions).toContain('cpu');
      expect(await codeOf(staff, EXPRESSION, { expression: 'cpu > 1', host: '77' })).toBe('BAD_USER_INPUT');
      expect(await codeOf(staff, EXPRESSION, { expression: 'cpu > 1', timeZone: 'Nowhere' })).toBe('BAD_USER_INPUT');
    });

    test('looks into windows that began before the service', async () => {
      const { app, location, staff } = await startWithStaff(kind);
      for (let sample = 0; sample < 36; sample += 1) {
        setCpu(app, 59);
        await evaluateFor(app, { seconds: 5 });
      }
      const query = { expression: 'avg(cpu, 3m) > 50' };
      const read = async (caller: typeof staff) => {
        const { alertExpression } = await dataOf<{ alertExpression: { comparisons: { value: number }[] } }>(
          caller,
          EXPRESSION,
          query,
        );
        return alertExpression.comparisons[0]?.value;
      };
      expect(await read(staff)).toBeGreaterThan(55);
      await app.close();
      const { clock, host } = app;
      setCpu(app, 59);
      const { staff: again } = await startWithStaff({ ...kind, locate: async () => location }, { clock, host });
      expect(await read(again)).toBeGreaterThan(55);
    });

    test('is read for an agent over the minute that is not handed over yet, and tried on those that are', async () => {
      const { app, staff } = await startWithStaff(kind);
      const now = () => app.clock.now();
      const { number, token } = await addAgentHost(app.database, { now: now() });
      const { agent } = await connectAgent(app.services.agentIntake, token, now());
      const begin = Math.floor(now().getTime() / 60_000) * 60_000;
      for (let minute = 5; minute > 0; minute -= 1) {
        const startMs = begin - minute * 60_000;
        await agent.takeMinute(startMs, minuteOf(startMs, { cpu: 40 }));
      }
      await app.advance({ ms: begin + 59_000 - now().getTime() });
      agent.takeSample(sampleAt(now().getTime(), { cpuPercent: 45 }), now().getTime());
      await app.advance({ seconds: 1 });
      const host = String(number);
      const { alertExpression } = await dataOf<{ alertExpression: { comparisons: { value: number }[] } }>(
        staff,
        EXPRESSION,
        { expression: 'avg(cpu, 5m) > 30', host },
      );
      expect(alertExpression.comparisons[0]?.value).toBeCloseTo(45.5, 0);
      const from = new Date(begin - 5 * 60_000).toISOString();
      const silent = { expression: 'away > 20s', from, for: 0, release: 0, host };
      expect(await dataOf(staff, BACKTEST, silent)).toMatchObject({ alertBacktest: { count: 0, samples: 60 } });
    });

    test('is tried on the history: when it would have fired, and what is missing', async () => {
      const { app, staff } = await startWithStaff(kind);
      const from = app.clock.now().toISOString();
      const hold = async (percent: number, samples: number) => {
        for (let sample = 0; sample < samples; sample += 1) {
          setCpu(app, percent - 1);
          await evaluateFor(app, { seconds: 5 });
        }
      };
      await hold(20, 12);
      await hold(95, 24);
      await hold(20, 24);
      const ask = (fields: object) =>
        dataOf<{ alertBacktest: { incidents: { from: string; to: string | null }[] } }>(staff, BACKTEST, {
          expression: 'cpu > 90',
          from,
          for: 60,
          release: 30,
          ...fields,
        });
      const { alertBacktest } = await ask({});
      expect(alertBacktest).toMatchObject({ evaluated: true, count: 1, resolution: 'SAMPLES', missing: [] });
      const [incident] = alertBacktest.incidents;
      const seconds = (at: string | null | undefined) => (Date.parse(at ?? '') - Date.parse(from)) / 1000;
      // The condition became true after a minute and fired after another; the incident ended thirty seconds after it
      // was last true.
      expect(Math.abs(seconds(incident?.from) - 125)).toBeLessThanOrEqual(5);
      expect(Math.abs(seconds(incident?.to) - 215)).toBeLessThanOrEqual(5);
      expect(await ask({ expression: 'cpu > 90 AND disk("/var") > 3' })).toMatchObject({
        alertBacktest: { missing: ['disk("/var")'], incidents: [] },
      });
      // The fullest file system and the longer load averages are in the history but have no chart.
      const { fileSystems } = app.host.reading;
      const full = fakeFileSystem({ path: '/srv', totalBytes: 100, usedBytes: 97 });
      app.host.reading = { ...app.host.reading, fileSystems: [...(fileSystems ?? []), full], loadAverage: [0, 9, 8] };
      await evaluateFor(app, { seconds: 15 });
      expect(await ask({ expression: 'disk > 96 AND load5 > 4 AND load15 < 5', for: 5 })).toMatchObject({
        alertBacktest: { missing: [], count: 1 },
      });
      expect(await ask({ expression: 'cpu >' })).toMatchObject({ alertBacktest: { evaluated: false, incidents: [] } });
      for (const fields of [
        { from: 'x' },
        { for: -1 },
        { release: 86_401 },
        { host: '77' },
        { from: '2020-01-01T00:00Z' },
      ]) {
        expect(await codeOf(staff, BACKTEST, { expression: 'cpu > 1', from, for: 0, release: 0, ...fields })).toBe(
          'BAD_USER_INPUT',
        );
      }
    });
  });
}
