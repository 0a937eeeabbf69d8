import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lostMs, withoutOutages } from '../../../../src/features/alerts/rules/outages.js';

/** Generates non-overlapping outages, oldest first, from the lengths of the times with and without evaluation. */
function outagesOf(lengths: readonly (readonly [number, number])[]) {
  let atMs = 0;
  return lengths.map(([upMs, downMs]) => {
    const fromMs = atMs + upMs;
    atMs = fromMs + downMs;
    return { fromMs, toMs: atMs };
  });
}

describe('outages (contract 12)', () => {
  test('count every lost moment of a time once', () => {
    const lengths = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 5 });
    fc.assert(
      fc.property(lengths, fc.nat(200), fc.nat(200), (some, a, b) => {
        const outages = outagesOf(some);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const moments = Array.from({ length: to - from }, (_, index) => from + index);
        const lost = moments.filter((at) => outages.some(({ fromMs, toMs }) => at >= fromMs && at < toMs));
        expect(lostMs(outages, from, to)).toBe(lost.length);
      }),
    );
  });

  test('count for nothing in away, and change no other figure', () => {
    const outages = [{ fromMs: 60_000, toMs: 240_000 }];
    const read = withoutOutages(() => 250, 300_000, outages);
    expect(read({ kind: 'figure', name: 'away' })).toBe(70);
    expect(read({ kind: 'figure', name: 'uptime' })).toBe(250);
    expect(withoutOutages(() => null, 300_000, outages)({ kind: 'figure', name: 'away' })).toBeNull();
  });
});
