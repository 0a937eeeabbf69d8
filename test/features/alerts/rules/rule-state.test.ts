import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Evaluation } from '../../../../src/features/alerts/rules/evaluate.js';
import { nextState, type RuleState } from '../../../../src/features/alerts/rules/rule-state.js';
import { directTransitions, type EvaluationResult } from './direct.js';

const GAP_MS = 15_000;
const DURATIONS = { forSeconds: 20, releaseSeconds: 10 };

/** Evaluates every five seconds. `t`, `f` and `u` are results; `|` is an hour during which the service was down. */
function statesOf(results: string, durations = DURATIONS) {
  let state: RuleState | undefined;
  let atMs = 0;
  return [...results].flatMap((letter) => {
    atMs += letter === '|' ? 3_600_000 : 5000;
    if (letter === '|') return [];
    const result = ({ t: 'true', f: 'false', u: 'unknown' } as const)[letter as 't' | 'f' | 'u'];
    const next = nextState(state, result, { atMs, gapMs: GAP_MS }, durations);
    state = next.state;
    return [next];
  });
}

/** Writes the states as initials; `!` precedes a firing, and `.` precedes a release. */
function written(results: string, durations = DURATIONS): string {
  return statesOf(results, durations)
    .map(({ state, transition }) => ({ fired: '!', released: '.', none: '' })[transition ?? 'none'] + state.state[0])
    .join('');
}

describe('the states of a rule on a host (contract 12, promise 46)', () => {
  test.each([
    ['fff', 'OOO'],
    ['tttttt', 'PPPP!FF'],
    ['ttttftttt', 'PPPPOPPPP'],
    ['tttttfff', 'PPPP!FFF.O'],
    // A value that flaps around the limit neither ends the incident nor begins another.
    ['tttttftftftft', 'PPPP!FFFFFFFFF'],
    // An unknown result neither fires nor releases; counting then continues where it stopped.
    ['uuuuuuuu', 'UUUUUUUU'],
    ['tttuuuuttt', 'PPPUUUUPP!F'],
    ['tttttffuuuuff', 'PPPP!FFFUUUUF.O'],
    ['tttttuuuutfff', 'PPPP!FUUUUFFF.O'],
    // Time during which the service was down does not count either.
    ['ttt|ttt', 'PPPPP!F'],
    ['ttttt|fff', 'PPPP!FFF.O'],
    ['tttttf|fff', 'PPPP!FFFF.O'],
    ['|t|t|t', 'PPP'],
  ])('%s: %s', (results, states) => {
    expect(written(results)).toBe(states);
  });

  test('without durations, a rule fires and is released at once', () => {
    expect(written('ftff', { forSeconds: 0, releaseSeconds: 0 })).toBe('O!F.OO');
    expect(written('t', { forSeconds: 0, releaseSeconds: 300 })).toBe('!F');
    expect(written('tutf', { forSeconds: 0, releaseSeconds: 0 })).toBe('!FUF.O');
  });

  test('say since when the condition holds, whatever is not known or not watched meanwhile', () => {
    const trueSince = (results: string) => statesOf(results).at(-1)?.state.trueSinceMs;
    expect(trueSince('fttttttt')).toBe(10_000);
    expect(trueSince('fttuu')).toBe(10_000);
    expect(trueSince('fttutt|tt')).toBe(10_000);
    expect(trueSince('ttttttf')).toBeNull();
    expect(trueSince('ttttttft')).toBe(40_000);
  });

  test('of an older version, which kept no such time, have held for as long as was counted', () => {
    const state = statesOf('ttt').at(-1)?.state as RuleState;
    const { trueSinceMs: _, ...old } = state;
    expect(nextState(old, 'true', { atMs: 20_000, gapMs: GAP_MS }, DURATIONS).state.trueSinceMs).toBe(10_000);
  });

  test('say since when they are so', () => {
    const since = statesOf('fttttttu').map(({ state }) => state.sinceMs / 5000);
    expect(since).toEqual([1, 2, 2, 2, 2, 6, 6, 8]);
    // After the clock is set back, no state begins in the future.
    const state = statesOf('ff').at(-1)?.state;
    expect(nextState(state, 'false', { atMs: 1000, gapMs: GAP_MS }, DURATIONS).state.sinceMs).toBe(1000);
  });

  test('an incident stays open through the unknown', () => {
    expect(statesOf('tttttuu').at(-1)?.state).toMatchObject({ state: 'UNKNOWN', isOpen: true });
  });

  test('change as looking back from each evaluation says, over restarts, gaps and clocks that are put back', () => {
    const result = fc.oneof(
      { weight: 5, arbitrary: fc.constant<Evaluation['result']>('true') },
      { weight: 5, arbitrary: fc.constant<Evaluation['result']>('false') },
      { weight: 1, arbitrary: fc.constant<Evaluation['result']>('unknown') },
    );
    const run = fc.record({
      result,
      count: fc.integer({ min: 1, max: 8 }),
      afterMs: fc.oneof(
        { weight: 8, arbitrary: fc.constant(5000) },
        { weight: 1, arbitrary: fc.integer({ min: -60_000, max: 60_000 }) },
        { weight: 1, arbitrary: fc.constantFrom(GAP_MS, GAP_MS + 1) },
      ),
      restarts: fc.boolean(),
    });
    const seconds = fc.constantFrom(0, 5, 20, 60);
    fc.assert(
      fc.property(
        fc.array(run, { maxLength: 40, size: 'max' }),
        seconds,
        seconds,
        (runs, forSeconds, releaseSeconds) => {
          let atMs = 1_000_000;
          let state: RuleState | undefined;
          const durations = { forSeconds, releaseSeconds };
          const results: EvaluationResult[] = [];
          const transitions: ('fired' | 'released' | null)[] = [];
          for (const { result: wanted, count, afterMs, restarts } of runs) {
            for (let index = 0; index < count; index += 1) {
              atMs += index === 0 ? afterMs : 5000;
              if (restarts && state) state = JSON.parse(JSON.stringify(state)) as RuleState;
              const next = nextState(state, wanted, { atMs, gapMs: GAP_MS }, durations);
              state = next.state;
              results.push({ atMs, result: wanted });
              transitions.push(next.transition);
            }
          }
          expect(transitions).toEqual(directTransitions(results, durations, GAP_MS));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
