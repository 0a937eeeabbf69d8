import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { auditKey, readableName } from '../../../../src/platform/audit/audit-names.js';
import { displayName, usernameKey } from '../../../../src/shared/identity/username.js';
import { cutToBytes } from '../../../../src/shared/text/cut-text.js';
import { lock, tryRight } from '../../../support/accounts/login-methods.js';
import { dataOf, startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';

const LOCKS = '{ lockedPairs { nodes { username address } pageInfo { endCursor hasNextPage } } }';
const NEXT = `query ($after: String) { lockedPairs(first: 1, after: $after) {
  nodes { username } pageInfo { endCursor hasNextPage }
} }`;
const UNLOCK = 'mutation ($username: String!, $address: String) { unlock(username: $username, address: $address) }';

/** Names of 150 characters whose normalised forms have 600 bytes, 300 characters and 4,950 bytes. */
const LONG_NAMES = {
  'letters of four bytes, which an account can have': '𐐀'.repeat(150),
  'letters that become two, which an account can have': 'ß'.repeat(150),
  'signs that become eighteen letters, which no account can have': 'ﷺ'.repeat(150),
};

interface Listed {
  readonly lockedPairs: {
    readonly nodes: { readonly username: string; readonly address: string }[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`long names on ${kind.name} (promises 3, 43)`, () => {
    test.each(Object.entries(LONG_NAMES))('%s: no row stores more than 300 bytes', async (_name, username) => {
      const { app } = await startWithStaff(kind);
      await lock(app, username);
      const em = app.database.em.fork();
      const stored = [
        ...(await em.find(LoginAttemptSlot, {})).map(({ usernameHash: _, ...rest }) => rest.username),
        ...(await em.find(AuthenticationEvent, {})).flatMap((row) => [row.username, row.usernameKey]),
      ];
      expect(stored.length).toBeGreaterThan(10);
      expect(Math.max(...stored.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(300);
      const lines = app.lines.filter((line) => line.includes('"failure"')).map((line) => Buffer.byteLength(line));
      expect(Math.max(...lines)).toBeLessThan(600);
    });

    test.each(Object.entries(LONG_NAMES))('%s: are counted whole, in every spelling', async (_name, username) => {
      const { app } = await startWithStaff(kind);
      const twin = `${[...username].slice(0, 149).join('')}x`;
      await app.createUser(twin, { usernameKey: usernameKey(twin) });
      await lock(app, ` ${username.toUpperCase().length === username.length ? username.toUpperCase() : username} `);
      expect(await tryRight(app, username)).toBe('locked');
      expect(await tryRight(app, twin)).toBe('in');
    });

    test.each(Object.entries(LONG_NAMES))(
      '%s: are listed, and opened as the list shows them',
      async (_name, username) => {
        const { app, staff } = await startWithStaff(kind);
        await lock(app, username);
        const { lockedPairs }: Listed = await dataOf(staff, LOCKS);
        const [listed] = lockedPairs.nodes;
        expect(usernameKey(username).startsWith((listed?.username ?? '?').replace('…', ''))).toBe(true);
        expect(await dataOf(staff, UNLOCK, { ...listed })).toEqual({ unlock: 1 });
        expect(await tryRight(app, username)).toBe('wrong');
      },
    );

    test('the list goes on behind names that are cut alike', async () => {
      const { app, staff } = await startWithStaff(kind);
      const names = ['a', 'b', 'c'].map((end) => '𐐀'.repeat(149) + end);
      for (const username of names) await lock(app, username);
      const seen: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const { lockedPairs }: Listed = await dataOf(staff, NEXT, { after });
        seen.push(...lockedPairs.nodes.map(({ username }) => username));
        more = lockedPairs.pageInfo.hasNextPage;
        after = lockedPairs.pageInfo.endCursor;
      }
      expect(seen).toEqual(Array(3).fill(`${'𐐨'.repeat(74)}…`));
      // Unlocking by a full name affects only that name; unlocking by the shortened name they share affects the others.
      expect(await dataOf(staff, UNLOCK, { username: names[0] ?? '' })).toEqual({ unlock: 1 });
      expect(await tryRight(app, names[1] ?? '')).toBe('locked');
      expect(await dataOf(staff, UNLOCK, { username: seen[0] ?? '' })).toEqual({ unlock: 1 });
      expect(await tryRight(app, names[1] ?? '')).toBe('wrong');
      expect(await tryRight(app, names[2] ?? '')).toBe('wrong');
    });
  });
}

describe('what is stored of a name', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400, size: 'max' }),
    fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' }),
    fc.constantFrom(...Object.values(LONG_NAMES)),
  );

  test('is at most 300 bytes of whole characters, whatever was typed', () => {
    fc.assert(
      fc.property(text, (typed) => {
        for (const stored of [readableName(typed), auditKey(typed), displayName(usernameKey(typed))]) {
          expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(300);
          expect(stored.isWellFormed() || !typed.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is the same key for every width and case of a name', () => {
    const characters = fc.string({
      unit: fc.constantFrom(...'abcxyzABC019'),
      minLength: 1,
      maxLength: 150,
      size: 'max',
    });
    fc.assert(
      fc.property(characters, (name) => {
        const wide = [...name]
          .map((character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))
          .join('');
        expect(auditKey(wide)).toBe(auditKey(name));
        expect(auditKey(name.toUpperCase())).toBe(auditKey(name));
      }),
    );
  });

  test('a text of 300 bytes stays whole, one of 301 is cut before the character that is too much', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120, size: 'max' }), fc.nat(500), (typed, bytes) => {
        const wellFormed = typed.toWellFormed();
        const cut = cutToBytes(wellFormed, bytes);
        const next = [...wellFormed.slice(cut.length)][0];
        expect(wellFormed.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
        if (next !== undefined) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(bytes);
      }),
    );
    expect(displayName('a'.repeat(300))).toBe('a'.repeat(300));
    expect(displayName('a'.repeat(301))).toBe(`${'a'.repeat(297)}…`);
  });
});
