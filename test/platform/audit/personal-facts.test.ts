import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AuditEventKind } from '../../../src/features/administration/audit/audit.types.js';
import { EVENTS_WITH_NAMES, withoutPerson } from '../../../src/platform/audit/personal-facts.js';

const PSEUDONYM = 'deleted-0123456789ab';
const kinds = Object.values(AuditEventKind);

/** Facts that identify a person. */
const NAMES: Readonly<Record<string, readonly string[]>> = { incident_acknowledge: ['acknowledgedBy'] };
const PERSON = ['issuer', 'subject', 'name'];
const OWN: Readonly<Record<string, readonly string[]>> = {
  ...{ profile_change: ['firstName', 'email'], identity_link: PERSON, identity_unlink: PERSON },
};

describe.each(kinds)('facts of %s without a person (contract 14)', (event) => {
  test.each([true, false])('lose what says who they are, and nothing else (own: %s)', (isOwn) => {
    const key = fc.constantFrom('note', 'name', 'acknowledgedBy', 'firstName', 'email', '__proto__x', 'incident');
    const username = fc.oneof(key, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }));
    const value = (name: string) => fc.oneof(fc.constant(name), fc.string(), fc.integer(), fc.constant([name]));
    const input = username.chain((name) => fc.tuple(fc.constant(name), fc.dictionary(key, value(name))));
    fc.assert(
      fc.property(input, ([name, facts]) => {
        const isName = (text: string) => text === name;
        const kept = Object.entries(facts).filter(([fact]) => !(isOwn && OWN[event]?.includes(fact)));
        const expected = kept.map(([fact, said]) => {
          return [fact, NAMES[event]?.includes(fact) && said === name ? PSEUDONYM : said];
        });
        const result = withoutPerson(JSON.stringify(facts), { event, isOwn, isName, pseudonym: PSEUDONYM });
        expect(JSON.parse(result ?? '')).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(expected))));
      }),
    );
    expect(withoutPerson(null, { event, isOwn, isName: () => true, pseudonym: PSEUDONYM })).toBeNull();
  });
});

test('kinds with names are those of the table; facts of a kind that is not known are left alone', () => {
  expect(EVENTS_WITH_NAMES).toEqual(Object.keys(NAMES));
  const facts = '{"acknowledgedBy":"ana"}';
  for (const event of ['no_such_kind', 'constructor']) {
    expect(withoutPerson(facts, { event, isOwn: true, isName: () => true, pseudonym: PSEUDONYM })).toBe(facts);
  }
});
