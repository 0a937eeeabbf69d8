import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DifferencePart, differenceOf } from '../../../../src/features/terms/rendering/terms-difference.js';

const marks = {
  same: (text: string) => text,
  removed: (text: string) => `[-${text}-]`,
  added: (text: string) => `{+${text}+}`,
};
const shown = (parts: readonly DifferencePart[]) => parts.map(({ kind, text }) => marks[kind](text)).join('');
const without = (kind: DifferencePart['kind'], parts: readonly DifferencePart[]) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('');

describe('the difference between two versions of the terms', () => {
  test.each([
    ['a\nb\n', 'a\nb\n', 'a\nb\n'],
    ['one two three\nsame\n', 'one 2 three\nsame\n', 'one [-two-]{+2+} three\nsame\n'],
    ['a\nc\n', 'a\nb\nc\n', 'a\n{+b\n+}c\n'],
    ['a\nb\nc\n', 'a\nc\n', 'a\n[-b\n-]c\n'],
    ['a', 'a\n', 'a{+\n+}'],
  ])('%j to %j', (from, to, expected) => {
    expect(shown(differenceOf(from, to).parts)).toBe(expected);
  });

  test('whatever the texts, its parts make both, and none is empty or like the one before', () => {
    const line = fc.constantFrom('a', 'b', 'a b', 'b  a.', '', 'x'.repeat(50), '𝒳 é', '\t');
    const text = fc.oneof(
      fc.array(line).map((lines) => lines.join('\n')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, text, (from, to) => {
        const { parts } = differenceOf(from, to);
        expect(without('added', parts)).toBe(from);
        expect(without('removed', parts)).toBe(to);
        for (const [index, part] of parts.entries()) {
          expect(part.text).not.toBe('');
          expect(part.kind).not.toBe(parts[index - 1]?.kind);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('texts of 200,000 characters with nothing in common are given whole, and it says so', () => {
    const [from, to] = ['a\n'.repeat(100_000), 'b\n'.repeat(100_000)];
    const parts = [
      { kind: 'removed', text: from },
      { kind: 'added', text: to },
    ];
    expect(differenceOf(from, to)).toEqual({ parts, gaveUp: true });
  });

  test('one line of 200,000 characters that is another in every word is given whole', () => {
    const [from, to] = ['a '.repeat(100_000), 'b '.repeat(100_000)];
    const { parts, gaveUp } = differenceOf(from, to);
    expect(gaveUp).toBe(false);
    expect([without('added', parts), without('removed', parts)]).toEqual([from, to]);
    expect(parts.length).toBeLessThan(5);
  });
});
