import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACCOUNTS_NAMED_MAX,
  type AddressedAccount,
  resetRecipients,
  SPELLINGS_MAX,
} from '../../../../src/features/accounts/password-reset/reset-recipients.js';

const TYPED = 'ana@example.com';

const time = fc.option(fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }));
const accounts = fc
  .array(
    fc.record({
      email: fc.constantFrom(TYPED, 'Ana@example.com', 'ANA@example.com', 'aNa@example.com', 'anA@example.com'),
      emailProvedAt: time,
      lastLogin: time,
    }),
    { maxLength: 60 },
  )
  .map((all): AddressedAccount[] => all.map((account, index) => ({ ...account, id: index + 1 })));

const isProved = ({ emailProvedAt }: AddressedAccount) => emailProvedAt !== null;

describe('whom a request for a new password is about', () => {
  test('a mail names accounts of one spelling, so many of them, and there are so many mails', () => {
    fc.assert(
      fc.property(accounts, (all) => {
        const groups = resetRecipients(TYPED, all);
        expect(groups.length).toBe(Math.min(new Set(all.map(({ email }) => email)).size, SPELLINGS_MAX));
        for (const group of groups) {
          const same = all.filter(({ email }) => email === group[0]?.email);
          expect(new Set(group.map(({ email }) => email)).size).toBe(1);
          expect(new Set(group).size).toBe(Math.min(same.length, ACCOUNTS_NAMED_MAX));
          expect(group.length).toBe(new Set(group).size);
        }
      }),
    );
  });

  test('the spelling that was typed comes first, then those that are proved', () => {
    fc.assert(
      fc.property(accounts, (all) => {
        const [first, ...others] = resetRecipients(TYPED, all);
        if (all.some(({ email }) => email === TYPED)) expect(first?.[0]?.email).toBe(TYPED);
        const proved = others.map((group) => group.some(isProved));
        expect(proved).toEqual([...proved].sort((one, other) => Number(other) - Number(one)));
      }),
    );
  });

  test('nobody whose address is proved gives way to somebody whose address is not, nor who logs in to who never did', () => {
    fc.assert(
      fc.property(accounts, (all) => {
        for (const group of resetRecipients(TYPED, all)) {
          const left = all.filter((account) => account.email === group[0]?.email && !group.includes(account));
          if (left.some(isProved)) expect(group.every(isProved)).toBe(true);
          const isUsed = (account: AddressedAccount) => isProved(account) || account.lastLogin !== null;
          if (left.some(isUsed)) expect(group.every(isUsed)).toBe(true);
        }
      }),
    );
  });

  test.each([
    ['newer ones that were used since', { id: 1, lastLogin: new Date('2026-01-01') }],
    ['older ones that were used before', { id: 1000, lastLogin: new Date('2026-12-31') }],
  ])('where nothing is proved, any number of %s crowd nobody out', (_others, own) => {
    const account = { email: TYPED, emailProvedAt: null };
    const strangers = Array.from({ length: 500 }, (_, index) => ({
      ...account,
      id: index + 2,
      lastLogin: new Date(Date.UTC(2026, 5, 1, 0, index)),
    }));
    const victim = { ...account, ...own };
    expect(resetRecipients(TYPED, [...strangers, victim])[0]).toContain(victim);
  });

  test.each([
    ['newer', { id: 1, lastLogin: new Date('2026-01-01') }],
    ['older', { id: 1000, lastLogin: new Date('2026-12-31') }],
  ])(
    'of any number of %s spellings, one of which a stranger typed, none crowds out another that is used',
    (_others, own) => {
      const unproved = { emailProvedAt: null };
      const strangers = ['ANA', 'aNA', 'anA', 'AnA', 'aNa'].map((local, index) => ({
        ...{ ...unproved, id: index + 2, email: `${local}@example.com` },
        lastLogin: new Date(Date.UTC(2026, 5, 1, 0, index)),
      }));
      const victim = { ...unproved, ...own, email: TYPED };
      for (const { email } of strangers)
        expect(resetRecipients(email, [...strangers, victim])).toContainEqual([victim]);
    },
  );
});
