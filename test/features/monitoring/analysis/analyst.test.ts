import { describe, expect, test } from 'vitest';
import type { MeasureSpan } from '../../../../src/features/monitoring/analysis/analysis-prompt.js';
import {
  AnalysisFailure,
  type AnalysisProvider,
} from '../../../../src/features/monitoring/analysis/analysis-provider.js';
import { Analyst } from '../../../../src/features/monitoring/analysis/analyst.js';
import type { OwnSample } from '../../../../src/features/monitoring/sampler.js';
import type { LogFields } from '../../../../src/shared/logger.js';
import { systemClock } from '../../../../src/shared/time/clock.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

/** A call to the provider that the test ends. */
interface OpenCall extends PromiseWithResolvers<string> {
  readonly prompt: string;
  readonly signal: AbortSignal;
}

class FakeProvider implements AnalysisProvider {
  readonly host = 'provider.example';
  readonly model = 'fake-1';
  readonly calls: OpenCall[] = [];

  write(prompt: string, signal: AbortSignal): Promise<string> {
    const call = { ...Promise.withResolvers<string>(), prompt, signal };
    this.calls.push(call);
    return call.promise;
  }
}

const TIMEOUT_MS = 8000;

function createAnalyst({ clock = new FakeClock() as FakeClock | typeof systemClock, timeoutMs = TIMEOUT_MS } = {}) {
  const provider = new FakeProvider();
  const host = new FakeHost();
  const shown: { latest: OwnSample } = { latest: { ...host.reading, sampledAt: '' } };
  const log: LogFields[] = [];
  const history = { lastHour: async (): Promise<readonly MeasureSpan[]> => [] };
  const analyst = new Analyst({
    provider,
    shown: () => ({ number: 1, isNamed: false, latest: shown.latest, lastHour: () => history.lastHour() }),
    clock,
    timeoutMs,
    logger: { log: (level, message, fields) => log.push({ level, message, ...fields }) },
  });
  /** Requests an analysis, waits for the call to the provider, if any, and ends it. */
  const ask = async (end: string | AnalysisFailure, language: 'pt' | 'en' = 'pt') => {
    const calls = provider.calls.length;
    const answer = analyst.analyse(language);
    await settled();
    const call = provider.calls[calls];
    if (end instanceof AnalysisFailure) call?.reject(end);
    else call?.resolve(end);
    return answer;
  };
  return {
    provider,
    analyst,
    log,
    history,
    clock: clock as FakeClock,
    nextSample() {
      const { cpuPercent, sampledAt } = shown.latest;
      shown.latest = { ...shown.latest, cpuPercent: cpuPercent + 1, sampledAt: `${sampledAt}+` };
    },
    ask,
    async fail(times: number) {
      for (let time = 0; time < times; time += 1) await ask(FAILURE);
    },
  };
}

const FAILURE = new AnalysisFailure('status 500');

/** Resolves once all work that does not depend on anything external is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('one call for many (contract 4)', () => {
  test('a hundred callers at once share it, and its answer', async () => {
    const { analyst, provider } = createAnalyst();
    const answers = Promise.all(Array.from({ length: 100 }, () => analyst.analyse('pt')));
    await settled();
    expect(provider.calls).toHaveLength(1);
    provider.calls[0]?.resolve('Calmo.');
    expect(await answers).toEqual(Array(100).fill('Calmo.'));
  });

  test('its answer serves as long as its sample is the newest', async () => {
    const { analyst, provider, ask, nextSample, clock } = createAnalyst();
    expect(await ask('Calmo.')).toBe('Calmo.');
    await clock.advance({ minutes: 10 });
    expect(await analyst.analyse('pt')).toBe('Calmo.');
    expect(provider.calls).toHaveLength(1);
    nextSample();
    expect(await ask('Agitado.')).toBe('Agitado.');
    expect(provider.calls).toHaveLength(2);
    expect(provider.calls[1]?.prompt).not.toBe(provider.calls[0]?.prompt);
  });

  test('each language has its own', async () => {
    const { ask, analyst } = createAnalyst();
    expect(await ask('Calmo.', 'pt')).toBe('Calmo.');
    expect(await ask('Calm.', 'en')).toBe('Calm.');
    expect(await analyst.analyse('pt')).toBe('Calmo.');
  });

  test('a call after a new sample does not wait for the answer of the one before', async () => {
    const { analyst, provider, nextSample } = createAnalyst();
    const first = analyst.analyse('pt');
    await settled();
    nextSample();
    const second = analyst.analyse('pt');
    await settled();
    provider.calls[1]?.resolve('Depois.');
    expect(await second).toBe('Depois.');
    provider.calls[0]?.resolve('Antes.');
    expect(await first).toBe('Antes.');
    expect(await analyst.analyse('pt')).toBe('Depois.');
  });

  test('a failure serves only those who waited for it', async () => {
    const { analyst, provider, ask, log } = createAnalyst();
    const both = Promise.all([analyst.analyse('pt'), analyst.analyse('pt')]);
    await settled();
    provider.calls[0]?.reject(FAILURE);
    expect(await both).toEqual([null, null]);
    expect(log).toEqual([{ level: 'warn', message: 'No analysis is available', cause: 'status 500' }]);
    expect(await ask('Calmo.')).toBe('Calmo.');
  });

  test('what it has shown is what it sends, also when a newer sample has come', async () => {
    const { analyst, provider, nextSample } = createAnalyst();
    const shown = await analyst.requestIn('en');
    nextSample();
    void analyst.explain('en', { of: shown?.sampledAt });
    void analyst.explain('en', { of: 'never shown' });
    void analyst.explain('pt', { of: shown?.sampledAt });
    await new Promise((resolve) => setImmediate(resolve));
    expect(provider.calls.map(({ prompt }) => prompt === shown?.prompt)).toEqual([true, false, false]);
  });

  test('what it shows before is what it sends', async () => {
    const { analyst, provider, ask, history } = createAnalyst();
    let reads = 0;
    history.lastHour = async () => {
      reads += 1;
      return [{ measure: 'cpuPercent', minimum: reads, average: 50, maximum: 100 }];
    };
    const shown = await analyst.requestIn('en');
    expect(shown).toEqual({
      host: 'provider.example',
      model: 'fake-1',
      sampledAt: '',
      prompt: expect.stringContaining('1 % / 50 %'),
    });
    expect(provider.calls).toHaveLength(0);
    await ask('Calm.', 'en');
    expect(provider.calls[0]?.prompt).toBe(shown?.prompt);
    expect(await analyst.requestIn('en')).toEqual(shown);
  });
});

describe('the time of an answer (promise 36)', () => {
  test('is bounded: what takes longer is ended, and is no answer', async () => {
    const { analyst, provider, clock, log } = createAnalyst();
    const answer = analyst.analyse('pt');
    await settled();
    await clock.advance({ ms: TIMEOUT_MS - 1 });
    expect(provider.calls[0]?.signal.aborted).toBe(false);
    await clock.advance({ ms: 1 });
    expect(provider.calls[0]?.signal.aborted).toBe(true);
    expect(await answer).toBeNull();
    expect(log).toMatchObject([{ cause: 'no answer in time' }]);
    expect(clock.running).toBe(0);
  });

  test('an answer in the last millisecond counts', async () => {
    const { analyst, provider, clock } = createAnalyst();
    const answer = analyst.analyse('pt');
    await settled();
    await clock.advance({ ms: TIMEOUT_MS - 1 });
    provider.calls[0]?.resolve('Calmo.');
    expect(await answer).toBe('Calmo.');
    expect(clock.running).toBe(0);
  });

  test('counts the reading of the last hour', async () => {
    const { analyst, provider, clock, history } = createAnalyst();
    history.lastHour = () => new Promise(() => {});
    const answer = analyst.analyse('pt');
    await clock.advance({ ms: TIMEOUT_MS });
    expect(await answer).toBeNull();
    expect(provider.calls).toHaveLength(0);
  });

  test('is bounded by the clock of the machine too', async () => {
    const { analyst } = createAnalyst({ clock: systemClock, timeoutMs: 20 });
    // The service's clock does not keep the process alive.
    const awake = setInterval(() => {}, 1000);
    expect(await analyst.analyse('pt')).toBeNull();
    clearInterval(awake);
  });

  test('ends with the service', async () => {
    const { analyst, provider } = createAnalyst();
    const answer = analyst.analyse('pt');
    await settled();
    analyst.stop();
    expect(provider.calls[0]?.signal.aborted).toBe(true);
    expect(await answer).toBeNull();
  });

  test('a last hour that cannot be read is a failure of ours, logged in full, and read anew', async () => {
    const { analyst, history, log, ask } = createAnalyst();
    const { lastHour } = history;
    const error = new Error('The database is gone');
    history.lastHour = () => Promise.reject(error);
    expect(await analyst.analyse('pt')).toBeNull();
    expect(log).toEqual([{ level: 'warn', message: 'No analysis is available', error }]);
    await expect(analyst.requestIn('pt')).rejects.toBe(error);
    history.lastHour = lastHour;
    expect(await ask('Calmo.')).toBe('Calmo.');
  });
});

describe('the number of calls (promise 36)', () => {
  test('four are in flight at most; a fifth is not made, and not waited for', async () => {
    const { analyst, provider, nextSample, log, ask } = createAnalyst();
    const answers = [];
    for (let call = 0; call < 4; call += 1) {
      answers.push(analyst.analyse('pt'));
      await settled();
      nextSample();
    }
    expect(provider.calls).toHaveLength(4);
    expect(await analyst.analyse('pt')).toBeNull();
    expect(provider.calls).toHaveLength(4);
    expect(log).toMatchObject([{ cause: 'too many calls in flight' }]);
    provider.calls[2]?.resolve('Calmo.');
    expect(await answers[2]).toBe('Calmo.');
    expect(await ask('De novo.')).toBe('De novo.');
    for (const call of provider.calls) call.resolve('Calmo.');
    expect(await Promise.all(answers)).toEqual(Array(4).fill('Calmo.'));
  });

  test('after five failures in a row there is none for 30 s, then a single one to try', async () => {
    const { analyst, provider, clock, fail, log } = createAnalyst();
    await fail(4);
    await fail(1);
    expect(provider.calls).toHaveLength(5);
    await clock.advance({ seconds: 29, ms: 999 });
    expect(await analyst.analyse('pt')).toBeNull();
    expect(provider.calls).toHaveLength(5);
    expect(log.at(-1)).toMatchObject({ cause: 'no call for a while after several failures' });
    await clock.advance({ ms: 1 });
    const trial = analyst.analyse('pt');
    const beside = analyst.analyse('en');
    await settled();
    expect(provider.calls).toHaveLength(6);
    expect(await beside).toBeNull();
    provider.calls[5]?.resolve('Calmo.');
    expect(await trial).toBe('Calmo.');
  });

  test('four failures and a success are forgotten', async () => {
    const { provider, fail, ask, nextSample } = createAnalyst();
    await fail(4);
    await ask('Calmo.');
    nextSample();
    await fail(4);
    expect(provider.calls).toHaveLength(9);
    expect(await ask('Calmo.')).toBe('Calmo.');
  });

  test('a trial that fails begins the 30 s anew; one that succeeds ends them', async () => {
    const { provider, clock, fail, ask, nextSample } = createAnalyst();
    await fail(5);
    await clock.advance({ seconds: 30 });
    await fail(2);
    expect(provider.calls).toHaveLength(6);
    await clock.advance({ seconds: 30 });
    expect(await ask('Calmo.')).toBe('Calmo.');
    nextSample();
    await fail(4);
    expect(provider.calls).toHaveLength(11);
  });

  test('a trial that hangs is over when its time is', async () => {
    const { analyst, provider, clock, fail } = createAnalyst();
    await fail(5);
    await clock.advance({ seconds: 30 });
    const trial = analyst.analyse('pt');
    await settled();
    await clock.advance({ ms: TIMEOUT_MS });
    expect(await trial).toBeNull();
    await clock.advance({ seconds: 30 });
    void analyst.analyse('pt');
    await settled();
    expect(provider.calls).toHaveLength(7);
  });

  test('setting the clock of the machine neither ends the 30 s nor makes them longer', async () => {
    const { provider, clock, fail } = createAnalyst();
    await fail(5);
    clock.setBy({ minutes: 60 });
    await fail(1);
    expect(provider.calls).toHaveLength(5);
    clock.setBy({ minutes: -120 });
    await clock.advance({ seconds: 30 });
    await fail(1);
    expect(provider.calls).toHaveLength(6);
  });

  test('an empty answer is a failure, before and after it is made plain', async () => {
    const { ask, provider, log } = createAnalyst();
    for (const text of ['', ' \n', '<p></p>', '\u0000', '**']) expect(await ask(text)).toBeNull();
    expect(log.map(({ cause }) => cause)).toEqual(Array(5).fill('the answer is empty'));
    expect(await ask('Calmo.')).toBeNull();
    expect(provider.calls).toHaveLength(5);
  });
});
