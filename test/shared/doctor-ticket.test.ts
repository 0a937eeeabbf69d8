import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDoctorTicket, signDoctorTicket } from '../../src/shared/doctor-ticket.js';

const KEY = 'a key of the tests, with 32 characters or more';
const NOW = new Date('2026-01-02T03:04:05Z');
const MINUTE_MS = 60_000;

const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('tickets of the doctor (decision 099)', () => {
  test('are valid for whoever has the same key, and for no other', () => {
    expect(isDoctorTicket(KEY, signDoctorTicket(KEY, NOW), NOW)).toBe(true);
    expect(isDoctorTicket(`${KEY}x`, signDoctorTicket(KEY, NOW), NOW)).toBe(false);
  });

  test('are valid ten minutes before and after their time', () => {
    const ticket = signDoctorTicket(KEY, NOW);
    for (const sign of [-1, 1]) {
      expect(isDoctorTicket(KEY, ticket, later(sign * 10 * MINUTE_MS))).toBe(true);
      expect(isDoctorTicket(KEY, ticket, later(sign * (10 * MINUTE_MS + 1)))).toBe(false);
    }
  });

  test('no other text is one', () => {
    const [time, signature = ''] = signDoctorTicket(KEY, NOW).split('.');
    for (const text of ['', '.', time ?? '', `${Number(time) + 1}.${signature}`, `${time}.${signature}A`]) {
      expect(isDoctorTicket(KEY, text, NOW)).toBe(false);
    }
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => !isDoctorTicket(KEY, text, NOW)));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        return !isDoctorTicket(KEY, `${time}.${Buffer.from(bytes).toString('base64url')}`, NOW);
      }),
    );
  });
});
