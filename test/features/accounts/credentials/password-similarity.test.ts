import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resembles } from '../../../../src/features/accounts/credentials/password-similarity.js';
import { checkRegistration } from '../../../../src/features/accounts/registration/registration-rules.js';

/**
 * States the rule plainly, regardless of cost: compares the password with the text itself and with each of its words.
 */
function resemblesDirectly(password: string, text: string): boolean {
  const whole = text.trim().normalize('NFKC').toLowerCase();
  return [...whole.split(/[^\p{L}\p{N}_]+/u), whole].some((word) => {
    const left = [...word];
    const typed = [...password.toLowerCase()];
    const common = typed.filter((character) => {
      const at = left.indexOf(character);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return (2 * common.length) / (typed.length + [...word].length) >= 0.7;
  });
}

/** Uses few distinct letters to make similarities near the limit common; some letters expand when normalised. */
const close = fc.string({ unit: fc.constantFrom(...'abAB0._ -@', 'ﷺ', 'ﬃ', 'İ', '𝒜', '\u0301') });
const anything = fc.string({ unit: 'binary' });
const password = fc.oneof(close, anything).filter((text) => text !== '');

describe('the similarity of a password (contract 3)', () => {
  test('is what comparing every word with it gives', () => {
    fc.assert(
      fc.property(password, fc.oneof(close, anything), (typed, text) => {
        expect(resembles(typed, text)).toBe(resemblesDirectly(typed, text));
      }),
      { numRuns: 5000 },
    );
  });

  test('is what comparing gives for texts that are made of the password', () => {
    const made = password.chain((typed) =>
      fc.tuple(
        fc.constant(typed),
        fc.shuffledSubarray([...typed], { minLength: 1 }),
        fc.array(fc.constantFrom('x', ' ', '.', 'ab'), { maxLength: 8 }),
      ),
    );
    fc.assert(
      fc.property(made, ([typed, some, more]) => {
        const text = [...some, ...more].join('');
        expect(resembles(typed, text)).toBe(resemblesDirectly(typed, text));
      }),
      { numRuns: 5000 },
    );
  });

  test('costs in proportion to the length of the text, not to the number of its words (promise 42)', () => {
    const words = Array.from({ length: 100_000 }, (_, index) => index.toString(36)).join(' ');
    const before = process.cpuUsage();
    expect(resembles('x y'.repeat(1365), words)).toBe(false);
    const { user } = process.cpuUsage(before);
    // Comparing the password with each word would take half a minute.
    expect(user / 1000).toBeLessThan(3000);
  });
});

describe('a registration', () => {
  const form = {
    username: 'maria.silva',
    firstName: 'Padaria Central',
    email: 'contato@exemplo.com',
    password1: 'quite another 8',
    password2: 'quite another 8',
  };
  const faults = (changes: Partial<typeof form>) => checkRegistration({ ...form, ...changes }, async () => false);
  const like = (text: string) => ({ password1: text, password2: text });

  test.each([
    ['username', { username: 'maria silva' }],
    ['firstName', { firstName: 'maria\tsilva' }],
    ['email', { email: 'maria@silva' }],
  ])('does not compare its password with a faulty %s (promise 42)', async (field, changes) => {
    const found = await faults({ username: 'other', ...changes, ...like('mariasilva') });
    expect(Object.keys(found)).toEqual([field]);
  });

  test.each([
    ['username', { username: 'mariasilva' }],
    ['firstName', { firstName: 'Maria Silva' }],
    ['email', { email: 'maria@silva.com' }],
  ])('compares its password with a sound %s beside faulty fields', async (field, changes) => {
    const sound = { username: 'other', ...changes };
    const faulty = field === 'email' ? { username: '!' } : { email: '!' };
    expect(Object.keys(await faults({ ...sound, ...faulty, ...like('mariasilva') })).sort()).toEqual(
      [Object.keys(faulty)[0], 'password1'].sort(),
    );
  });
});
