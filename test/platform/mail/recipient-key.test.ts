import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailboxKey, recipientKey } from '../../../src/platform/mail/recipient-key.js';

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const local = fc.array(word, { minLength: 1, maxLength: 4, size: 'max' }).map((words) => words.join('.'));
const domain = word.map((name) => `${name}.example`);

describe('the mailbox of an address (promise 45)', () => {
  test('is the same whatever follows a plus sign', () => {
    fc.assert(
      fc.property(local, domain, fc.stringMatching(/^[A-Za-z0-9.+_-]{0,20}$/), (name, at, tag) => {
        expect(mailboxKey(`${name}+${tag}@${at}`)).toBe(mailboxKey(`${name}@${at}`));
      }),
    );
  });

  test('is the same at Gmail wherever dots are and by both of its names, and another elsewhere', () => {
    fc.assert(
      fc.property(local, domain, (name, at) => {
        const plain = name.replaceAll('.', '');
        expect(mailboxKey(`${name}+x@GoogleMail.com`)).toBe(mailboxKey(`${plain}@gmail.com`));
        expect(mailboxKey(`${name}@${at}`) === mailboxKey(`${plain}@${at}`)).toBe(name === plain);
      }),
    );
  });

  test('is that of the address where nothing is left out, and of two names it is two', () => {
    fc.assert(
      fc.property(local, local, domain, (one, other, at) => {
        expect(mailboxKey(`${one}@${at}`)).toBe(recipientKey(`${one}@${at}`));
        expect(mailboxKey(`${one}@${at}`) === mailboxKey(`${other}@${at}`)).toBe(one === other);
      }),
    );
  });

  test('an address that begins with the sign keeps it, and the key that accounts are found by tells all apart', () => {
    expect(mailboxKey('+one@x.example')).not.toBe(mailboxKey('+two@x.example'));
    expect(recipientKey('ana+1@x.example')).not.toBe(recipientKey('ana@x.example'));
    expect(recipientKey('a.na@gmail.com')).not.toBe(recipientKey('ana@gmail.com'));
  });
});
