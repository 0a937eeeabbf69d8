import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nicknameKey, readNickname } from '../../../../src/features/classroom/participants/nickname.js';

/** Characters that are invisible on their own but allowed where a script or an emoji needs them. */
const NEEDED = ['\u{200c}', '\u{200d}', '\u{fe00}', '\u{fe0e}', '\u{fe0f}', '\u{e0100}'];

describe('two nicknames that differ in nothing one sees', () => {
  test.each([
    ['a digit', 'Bia1', 'Bia1\u{fe0f}'],
    ['an emoji', 'Bia☕', 'Bia☕\u{fe0e}'],
    ['a Han character', '李', '李\u{fe00}'],
  ])('are one: %s with a variation selector', (_what, plain, same) => {
    expect(readNickname(same)).toBeDefined();
    expect(nicknameKey(same)).toBe(nicknameKey(plain));
  });

  test('are one, wherever what is not seen stands', () => {
    const part = fc.constantFrom('B', 'i', 'a', '1', '#', '☕', '李', 'म', '्', ...NEEDED);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const seen = parts.filter((one) => !NEEDED.includes(one)).join('');
        expect(nicknameKey(parts.join(''))).toBe(nicknameKey(seen));
      }),
    );
  });
});
