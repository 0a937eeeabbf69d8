import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  formatSheet,
  parseSheet,
  parseSheetLink,
  type ShownSheet,
  sheetKey,
  sheetLink,
  withSeed,
} from '../../../client/src/components/exercises/sheet-address';
import { normalSeed, SEED_MAX_LENGTH } from '../../../src/features/conversion/rules/exercises/exercise';
import { findPartsProblem } from '../../../src/features/conversion/rules/exercises/mixed-sheet';
import { exerciseKinds, exerciseLevels } from '../../../src/features/conversion/rules/exercises/task';
import { notations } from '../../../src/features/conversion/rules/logic/notation';

beforeAll(() => vi.stubGlobal('location', { origin: 'https://vigia.example' }));

const seed = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((text) => text.isWellFormed())
  .map(normalSeed)
  .filter((text) => text !== '' && text.length <= SEED_MAX_LENGTH && normalSeed(text) === text);
const notation = fc.constantFrom(undefined, ...notations);
const kind = fc.constantFrom(...exerciseKinds);
const level = fc.constantFrom(...exerciseLevels);
const parts = fc
  .array(fc.record({ kind, level, count: fc.integer({ min: 1, max: 10 }) }), { minLength: 1, maxLength: 10 })
  .filter((made) => findPartsProblem(made) === undefined);
const sheet: fc.Arbitrary<ShownSheet> = fc.oneof(
  fc.record({ parts, seed, notation }),
  fc.record({ kind, level, seed, version: fc.constantFrom(1 as const, 2 as const), notation }),
);

const nothing = { exercise: '', level: '', parts: '', seed: '', v: '', symbols: '' };

describe('the address of a sheet', () => {
  test('names it whole, on the page and as a link', () => {
    fc.assert(
      fc.property(sheet, (shown) => {
        expect(parseSheet(formatSheet(shown))).toEqual(shown);
        expect(parseSheetLink(new URL(sheetLink(shown)))).toEqual(shown);
      }),
    );
  });

  test('is short and readable for several kinds, and never changes', () => {
    const shown = parseSheet({ ...nothing, parts: 'DECIMAL_TO_BASE.1.4-ADDITION.2.3', seed: 'Turma B' });
    expect(sheetLink(shown)).toBe(
      'https://vigia.example/sistema/conversor/praticar/?parts=DECIMAL_TO_BASE.1.4-ADDITION.2.3&seed=turma-b',
    );
    expect(shown).toEqual({
      parts: [
        { kind: 'DECIMAL_TO_BASE', level: 1, count: 4 },
        { kind: 'ADDITION', level: 2, count: 3 },
      ],
      seed: 'turma-b',
      notation: undefined,
    });
  });

  test.each([
    ['ADDITION.1.2-NOTHING.1.2-OVERFLOW', 'ADDITION.1.2'],
    ['ADDITION.1.2-ADDITION.1.3-ADDITION.2.3', 'ADDITION.1.2-ADDITION.2.3'],
    ['ADDITION.1.11-ADDITION.4.1-ADDITION.1.0-ADDITION.1.x-toString.1.1-ADDITION.3.1', 'ADDITION.3.1'],
    [
      'ADDITION.1.10-ADDITION.2.10-ADDITION.3.10-OVERFLOW.1.9-OVERFLOW.2.2-OVERFLOW.3.1',
      'ADDITION.1.10-ADDITION.2.10-ADDITION.3.10-OVERFLOW.1.9-OVERFLOW.3.1',
    ],
  ])('leaves out parts that are none or do not fit: %s', (typed, kept) => {
    expect(formatSheet(parseSheet({ ...nothing, parts: typed, seed: 'a' })).parts).toBe(kept);
  });

  test('without any valid part is that of a sheet of one kind', () => {
    expect(parseSheet({ ...nothing, exercise: 'OVERFLOW', parts: '-.-', seed: 'a' })).toMatchObject({
      kind: 'OVERFLOW',
      version: 1,
    });
  });

  test.each([
    'https://vigia.example/',
    'https://vigia.example/sistema/conversor/bits/?seed=a',
    'https://vigia.example/sistema/conversor/praticar/?exercise=ADDITION',
  ])('is not %s', (link) => {
    expect(parseSheetLink(new URL(link))).toBeUndefined();
  });

  test('tells sheets apart, whatever their notation', () => {
    const one = parseSheet({ ...nothing, exercise: 'MINIMISE', level: '1', seed: 'a', v: '2' });
    // Progress was saved under these names before there were versions, and then before there were several kinds.
    expect(sheetKey(one)).toBe('MINIMISE 1 a v2');
    expect(sheetKey({ ...one, notation: 'WORDS' } as ShownSheet)).toBe('MINIMISE 1 a v2');
    expect(sheetKey(withSeed(parseSheet({ ...nothing, seed: 'a' }), 'b'))).toBe('DECIMAL_TO_BASE 1 b v2');
    const several = parseSheet({ ...nothing, parts: 'MINIMISE.1.2', seed: 'a' });
    expect(sheetKey(several)).not.toBe(sheetKey(parseSheet({ ...nothing, parts: 'MINIMISE.1.3', seed: 'a' })));
  });
});
