import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText } from '../../../../src/features/monitoring/analysis/plain-text.js';

describe('the text of a provider (contract 4, promise 27)', () => {
  test.each([
    [
      'a plain one is kept',
      'CPU a 80 % & disco < 90 %.\n\nTudo "certo".',
      'CPU a 80 % & disco < 90 %.\n\nTudo "certo".',
    ],
    ['blanks around it are removed', ' \n a \n\n\n\n b  \n', 'a\n\n b'],
    ['line breaks of every kind are one', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['control characters and directions are removed', 'a\u0000\u0007b\u001b[1m\u202ec\u200b\ufeff', 'ab[1mc'],
    ['a half character is none', 'a\ud800b', 'a\ufffdb'],
    ['Markdown loses its marks', '## Estado\n\n* **CPU**: `80 %`\n* ok', 'Estado\n\n- CPU: 80 %\n- ok'],
    ['tags go, their words stay', '<b>CPU</b> <img src=x onerror="alert(1)">alta<br/>', 'CPU alta'],
    ['a comparison is no tag', 'a < b, c <5, d<= e', 'a < b, c <5, d<= e'],
    ['a tag that is left open is none', 'a <script src=//x', 'a < script src=//x'],
    ['tags in tags are none', '<scr<b>ipt>alert(1)</scr</b>ipt>', '< script>alert(1)< /script>'],
    ['marks do not hide a tag', '<`script>a<**b>', 'a'],
    ['nothing stays nothing', '\u0000 \n<p></p>', ''],
  ])('%s', (_name, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test('has 4,000 characters at most, and is cut at a word', () => {
    const word = 'abcdefghi ';
    const fits = word.repeat(400).trim().padEnd(4000, 'x');
    expect(plainText(fits)).toBe(fits);
    const cut = plainText(`${fits}x`);
    expect(cut).toBe(`${word.repeat(399).trim()}…`);
    const endless = plainText('💥'.repeat(3000));
    expect(endless).toBe(`${'💥'.repeat(1999)}…`);
  });

  test('holds no control character and begins no tag, whatever it was', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('<', '>', '/', '!', '`', '**', '<a', '</', '<!--', '<?', '\u0000', '\r', '\n', '# ', '\ud800'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40, size: 'max' }), (pieces) => {
        const plain = plainText(pieces.join(''));
        expect(plain).not.toMatch(/<[a-z/!?]/i);
        expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
        expect(plain.isWellFormed()).toBe(true);
        expect(plain.length).toBeLessThanOrEqual(4000);
      }),
      { numRuns: 1000 },
    );
  });
});
