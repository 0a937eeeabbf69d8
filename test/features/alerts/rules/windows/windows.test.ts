import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfQuantity } from '../../../../../src/features/alerts/rules/expression/read-comparison.js';
import type { FigureName } from '../../../../../src/features/alerts/rules/figures.js';
import type { HostFigures } from '../../../../../src/features/alerts/rules/host-figures.js';
import {
  collectWindows,
  freshMs,
  HostWindows,
  WINDOWS_MAX,
} from '../../../../../src/features/alerts/rules/windows/windows.js';
import { arbitraryHistory, INTERVAL_MS } from '../arbitrary-history.js';
import { directValue, type KnownSample, knownAfter } from '../direct.js';
import { read } from '../read.js';

const FRESH_MS = freshMs(INTERVAL_MS);

const QUANTITIES = [
  ...['cpu', 'disk("/var")', 'away', 'load5', 'avg(cpu, 2m)', 'avg(ram, 10m)', 'min(cpu, 1m)', 'min(ram, 10m)'],
  ...['max(cpu, 2m)', 'max(disk("/var"), 10m)', 'rise(cpu, 10m)', 'rise(disk("/var"), 5m)', 'rise(load5, 5m)'],
];
const expressions = QUANTITIES.map((quantity) => read(`${quantity} > 1`));
const LONGEST_MS = 600_000;

function parseQuantity(text: string) {
  const [atom] = read(`${text} > 1`).atoms;
  if (atom?.kind !== 'comparison') throw new Error(text);
  return atom.quantity;
}

function windowsFor(...texts: readonly string[]): HostWindows {
  const windows = new HostWindows(INTERVAL_MS);
  windows.needs(texts.map((text) => read(`${text} > 1`)));
  return windows;
}

function sampleAt(atMs: number, figures: Partial<Record<FigureName, number | null>>): HostFigures {
  return { atMs, figures, disks: new Map() };
}

describe('the figures of a host over time (contract 12)', () => {
  test('are what a look at all samples says, with gaps, missing figures and clocks that are put back', () => {
    fc.assert(
      fc.property(arbitraryHistory({ allowsJumps: true }), fc.nat(3 * INTERVAL_MS), (samples, lateMs) => {
        const windows = new HostWindows(INTERVAL_MS);
        windows.needs(expressions);
        let known: KnownSample[] = [];
        samples.forEach((sample, index) => {
          windows.add(sample);
          known = knownAfter(known, sample, { longestMs: LONGEST_MS, freshMs: FRESH_MS });
          const next = samples[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
          const moments = [sample.atMs, ...(next > sample.atMs + lateMs ? [sample.atMs + lateMs] : [])];
          for (const atMs of moments) {
            for (const { atoms } of expressions) {
              const [atom] = atoms;
              if (atom?.kind !== 'comparison') continue;
              const value = windows.read(atom.quantity, atMs);
              const direct = directValue(atom.quantity, known, atMs, FRESH_MS);
              expect([atom.text, value === null ? null : value.toFixed(9)]).toEqual([
                atom.text,
                direct === null ? null : direct.toFixed(9),
              ]);
            }
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  test('are present for three intervals, and not a moment longer', () => {
    const windows = windowsFor('cpu');
    const [cpu, away] = [parseQuantity('cpu'), parseQuantity('away')];
    expect([windows.read(cpu, 0), windows.read(away, 0)]).toEqual([null, null]);
    windows.add(sampleAt(1000, { cpu: 50 }));
    expect(windows.read(cpu, 1000 + FRESH_MS)).toBe(50);
    expect(windows.read(cpu, 1001 + FRESH_MS)).toBe(null);
    expect(windows.read(away, 1001 + FRESH_MS)).toBe(60.001);
  });

  test('over a window are not known before nine tenths of it are', () => {
    const windows = windowsFor('min(cpu, 10m)', 'rise(cpu, 10m)');
    const known: number[] = [];
    for (let index = 0; index <= 30; index += 1) {
      windows.add(sampleAt(index * INTERVAL_MS, { cpu: 99 }));
      const min = windows.read(parseQuantity('min(cpu, 10m)'), index * INTERVAL_MS);
      expect(windows.read(parseQuantity('rise(cpu, 10m)'), index * INTERVAL_MS)).toBe(min === null ? null : 0);
      if (min !== null) known.push(index);
    }
    expect(known[0]).toBe((0.9 * 600_000) / INTERVAL_MS);
  });

  test('over a window that was not watched are not known, except how much they rose', () => {
    const windows = windowsFor('min(cpu, 10m)', 'rise(cpu, 10m)');
    for (const atMs of [0, 20_000, 500_000, 520_000, 540_000]) windows.add(sampleAt(atMs, { cpu: atMs / 20_000 }));
    expect(windows.read(parseQuantity('min(cpu, 10m)'), 540_000)).toBe(null);
    expect(windows.read(parseQuantity('rise(cpu, 10m)'), 540_000)).toBe(27);
  });

  test('are held once for each different window, up to a number', () => {
    const lengths = Array.from({ length: WINDOWS_MAX + 1 }, (_, index) => `${60 + index}s`);
    const many = lengths.map((length) => read(`min(cpu, ${length}) > 1 or min(CPU,${length}) > 2`));
    expect(collectWindows(many)).toHaveLength(WINDOWS_MAX + 1);
    const windows = new HostWindows(INTERVAL_MS);
    windows.needs(many);
    for (let index = 0; index < 30; index += 1) windows.add(sampleAt(index * INTERVAL_MS, { cpu: index }));
    const values = collectWindows(many).map((quantity) => windows.read(quantity, 29 * INTERVAL_MS));
    expect(values.slice(0, WINDOWS_MAX).every((value) => value !== null)).toBe(true);
    expect(values[WINDOWS_MAX]).toBe(null);
  });

  test('stay known when other rules are added, and begin empty for a figure that no rule had', () => {
    const windows = windowsFor('min(cpu, 2m)');
    for (let index = 0; index < 10; index += 1) windows.add(sampleAt(index * INTERVAL_MS, { cpu: index, ram: index }));
    windows.needs(['min(cpu, 2m)', 'max(cpu, 1m)', 'min(ram, 1m)'].map((text) => read(`${text} > 1`)));
    const values = () =>
      ['min(cpu, 2m)', 'max(cpu, 1m)', 'min(ram, 1m)'].map((text) =>
        windows.read(parseQuantity(text), 10 * INTERVAL_MS - 1),
      );
    expect(values()).toEqual([4, 9, null]);
    windows.needs([read('min(ram, 1m) > 1')]);
    expect(values()).toEqual([null, null, null]);
  });

  test('of an average do not drift, however long samples come', () => {
    const windows = windowsFor('avg(netin, 1m)');
    const quantity = parseQuantity('avg(netin, 1m)');
    windows.add(sampleAt(-INTERVAL_MS, { netin: 1e15 }));
    for (let index = 0; index < 10_000; index += 1)
      windows.add(sampleAt(index * INTERVAL_MS, { netin: 0.1 * (index % 7) }));
    expect(textOfQuantity(quantity)).toBe('avg(netin, 1m)');
    expect(windows.read(quantity, 9_999 * INTERVAL_MS)).toBeCloseTo(
      (0.1 * ((9997 % 7) + (9998 % 7) + (9999 % 7))) / 3,
      12,
    );
  });
});
