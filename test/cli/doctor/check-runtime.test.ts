import { describe, expect, test } from 'vitest';
import { checkRuntime } from '../../../src/cli/doctor/check-runtime.js';
import { exitCodeFor, type Level, worstLevel } from '../../../src/cli/doctor/finding.js';

const FACTS = { version: '1.0.0', nodeVersion: '24.0.0', timeZone: 'America/Sao_Paulo', memoryLimitBytes: null };

const levelsOf = (facts: Partial<typeof FACTS> | { memoryLimitBytes: number }, zone?: string) =>
  Object.fromEntries(checkRuntime({ ...FACTS, ...facts }, zone).map(({ check, level }) => [check, level]));

describe('the process', () => {
  test.each([
    ['America/Sao_Paulo', 'America/Sao_Paulo', 'ok'],
    [undefined, 'America/Sao_Paulo', 'ok'],
    [undefined, 'UTC', 'ok'],
    [':America/Sao_Paulo', 'America/Sao_Paulo', 'ok'],
    ['America/Sao_Paolo', 'UTC', 'warning'],
    ['America/Sao_Paulo', 'UTC', 'warning'],
  ])('TZ=%s with times in %s: %s', (typed, timeZone, level) => {
    expect(levelsOf({ timeZone }, typed)).toMatchObject({ 'time zone': level });
  });

  test.each([
    [null, 'ok'],
    [256 * 2 ** 20, 'ok'],
    [256 * 2 ** 20 - 1, 'warning'],
  ])('a memory limit of %s bytes: %s', (memoryLimitBytes, level) => {
    expect(checkRuntime({ ...FACTS, memoryLimitBytes }, undefined)).toContainEqual(
      expect.objectContaining({ check: 'memory', level }),
    );
  });
});

describe('the worst finding', () => {
  test.each([
    [[], 'ok', 0],
    [['ok', 'warning', 'ok'], 'warning', 1],
    [['problem', 'warning'], 'problem', 2],
  ] as const)('of %j is %s, with exit code %i', (levels, worst, code) => {
    const findings = levels.map((level: Level) => ({ check: 'x', level, text: '' }));
    expect(worstLevel(findings)).toBe(worst);
    expect(exitCodeFor(worst)).toBe(code);
  });
});
