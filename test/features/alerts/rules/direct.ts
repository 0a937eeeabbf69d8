import type { Evaluation } from '../../../../src/features/alerts/rules/evaluate.js';
import type { Quantity } from '../../../../src/features/alerts/rules/expression/atoms.js';
import type { HostFigures } from '../../../../src/features/alerts/rules/host-figures.js';
import type { RuleDurations } from '../../../../src/features/alerts/rules/rule-state.js';

/** A sample that a host still remembers, and the time it covers. */
export interface KnownSample extends HostFigures {
  readonly coversMs: number;
}

/**
 * Returns the samples remembered after a new one. Drops samples outside every window, and those later than a clock that
 * was set back.
 */
export function knownAfter(
  known: readonly KnownSample[],
  sample: HostFigures,
  { longestMs, freshMs }: { longestMs: number; freshMs: number },
): KnownSample[] {
  const newest = known.at(-1);
  if (newest?.atMs === sample.atMs) return [...known];
  const earlier = known.filter(({ atMs }) => atMs < sample.atMs);
  const before = earlier.at(-1);
  const coversMs = before ? Math.min(sample.atMs - before.atMs, freshMs) : 0;
  return [...earlier.filter(({ atMs }) => atMs > sample.atMs - longestMs), { ...sample, coversMs }];
}

/**
 * Computes a quantity from scratch each time, from all samples that the host remembers.
 *
 * @param samples in ascending order.
 */
export function directValue(
  quantity: Quantity,
  samples: readonly KnownSample[],
  atMs: number,
  freshMs: number,
): number | null {
  const newest = samples.at(-1);
  if (!newest) return null;
  if (quantity.name === 'away') return (atMs - newest.atMs) / 1000;
  if (atMs - newest.atMs > freshMs) return null;
  const figureOf = ({ figures, disks }: HostFigures) =>
    (quantity.path === undefined ? figures[quantity.name] : disks.get(quantity.path)) ?? null;
  if (quantity.kind === 'figure') return figureOf(newest);
  const known = samples.flatMap((sample) => {
    const value = figureOf(sample);
    return value !== null && sample.atMs > atMs - quantity.windowMs ? [{ ...sample, value }] : [];
  });
  const [oldest, last] = [known[0], known.at(-1)];
  if (!oldest || !last || atMs - last.atMs > freshMs) return null;
  const coveredMs = known.reduce((sum, one) => sum + one.coversMs, 0);
  const knownMs = quantity.function === 'rise' ? atMs - oldest.atMs : coveredMs;
  if (knownMs < 0.9 * quantity.windowMs) return null;
  const values = known.map(({ value }) => value);
  switch (quantity.function) {
    case 'avg':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'rise':
      return last.value - oldest.value;
  }
}

export interface EvaluationResult {
  readonly atMs: number;
  readonly result: Evaluation['result'];
}

/**
 * Returns the transition at each evaluation, computed by looking back to find how long the condition has been true or
 * false.
 */
export function directTransitions(
  results: readonly EvaluationResult[],
  { forSeconds, releaseSeconds }: RuleDurations,
  gapMs: number,
): ('fired' | 'released' | null)[] {
  let isOpen = false;
  /** Results before the last transition are ignored. */
  let since = 0;
  return results.map(({ result }, index) => {
    const wanted = isOpen ? 'false' : 'true';
    if (result !== wanted) return null;
    const run = results.slice(since, index + 1);
    const opposite = isOpen ? 'true' : 'false';
    const held = run.slice(run.findLastIndex(({ result }) => result === opposite) + 1);
    const seconds = isOpen ? releaseSeconds : forSeconds;
    if (heldMs(held, wanted, gapMs) < seconds * 1000) return null;
    isOpen = !isOpen;
    since = index;
    return isOpen ? 'fired' : 'released';
  });
}

function heldMs(results: readonly EvaluationResult[], wanted: Evaluation['result'], gapMs: number): number {
  return results.reduce((sum, { atMs, result }, index) => {
    const before = results[index - 1];
    if (!before || before.result !== wanted || result !== wanted) return sum;
    const elapsedMs = atMs - before.atMs;
    return elapsedMs < 0 || elapsedMs > gapMs ? sum : sum + elapsedMs;
  }, 0);
}
