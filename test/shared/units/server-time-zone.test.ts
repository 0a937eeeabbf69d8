import { afterEach, describe, expect, test, vi } from 'vitest';
import { serverTimeZone, zoneBehindUtc } from '../../../src/shared/units/units.js';

describe("the server's time zone", () => {
  afterEach(() => vi.restoreAllMocks());

  test.for([
    ['without a name, as with TZ=:/etc/localtime', undefined],
    ['that is unknown, as with an empty TZ', 'Etc/Unknown'],
  ])('one %s has a name that formats accept', ([, timeZone]) => {
    const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone } as Intl.ResolvedDateTimeFormatOptions;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(180);
    expect(serverTimeZone()).toBe('Etc/GMT+3');
  });

  test.for([
    [0, 'UTC', '12:00'],
    [180, 'Etc/GMT+3', '09:00'],
    [-60, 'Etc/GMT-1', '13:00'],
    [-330, '+05:30', '17:30'],
    [210, '-03:30', '08:30'],
  ] as const)('%i minutes behind UTC is %s', ([minutes, timeZone, noon]) => {
    expect(zoneBehindUtc(minutes)).toBe(timeZone);
    const format = new Intl.DateTimeFormat('sv', { timeStyle: 'short', timeZone });
    expect(format.format(Date.UTC(2026, 0, 2, 12))).toBe(noon);
  });
});
