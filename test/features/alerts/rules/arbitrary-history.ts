import fc from 'fast-check';
import type { FigureName } from '../../../../src/features/alerts/rules/figures.js';
import type { HostFigures } from '../../../../src/features/alerts/rules/host-figures.js';

/** Time between two samples of a generated history. */
export const INTERVAL_MS = 20_000;

export const START_MS = Date.parse('2026-11-23T03:00:00Z');

/** Generates a step of a history: a sample arrives on time, late or after a gap; occasionally the clock is set back. */
const step = (allowsJumps: boolean) =>
  fc.record({
    afterMs: fc.oneof(
      { weight: 30, arbitrary: fc.constant(INTERVAL_MS) },
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 5 * INTERVAL_MS }) },
      { weight: 1, arbitrary: fc.integer({ min: 5 * INTERVAL_MS, max: 40 * INTERVAL_MS }) },
      ...(allowsJumps ? [{ weight: 1, arbitrary: fc.integer({ min: -30 * INTERVAL_MS, max: 0 }) }] : []),
    ),
    cpu: figure(),
    ram: figure(),
    disk: figure(),
  });

function figure(): fc.Arbitrary<number | null> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 0, max: 100 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

/** Generates a host's samples with gaps and missing values and, if allowed, a clock that is set back. */
export function arbitraryHistory({ allowsJumps }: { allowsJumps: boolean }): fc.Arbitrary<HostFigures[]> {
  return fc.array(step(allowsJumps), { minLength: 1, maxLength: 100, size: 'max' }).map((steps) => {
    let atMs = START_MS;
    return steps.map(({ afterMs, disk, ...figures }) => {
      atMs += afterMs;
      const disks: [string, number][] = disk === null ? [] : [['/var', disk]];
      return {
        atMs,
        figures: { ...figures, disk } satisfies Partial<Record<FigureName, number | null>>,
        disks: new Map(disks),
      };
    });
  });
}
