import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvHeader, csvLine } from '../../../src/platform/audit/audit-csv.js';
import type { AuditRecord } from '../../../src/platform/audit/audit-record.js';
import { parseCsv } from '../../support/csv.js';

const record: AuditRecord = {
  id: 7,
  at: new Date('2026-01-02T03:04:05.678Z'),
  event: 'login',
  result: 'failure',
  door: 'form',
  address: '2001:db8::1',
  username: 'ana',
  actor: '',
  before: null,
  after: null,
};

/** Matches cells that a spreadsheet would run as a formula, with or without leading blanks. */
const RUNS = /^["\s]*[=+\-@\t\r＝＋－＠]/;

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', size: 'max', maxLength: 100 }),
  fc.stringMatching(/^[\s'"=+\-@,;\r\n\t＝]{0,12}[a-z!|()]{0,12}$/),
);

describe('the audit trail as CSV (RFC 4180, promise 27)', () => {
  test('has a row for each event, with the time in UTC', () => {
    expect(parseCsv(csvHeader + csvLine(record))).toEqual([
      ['id', 'at', 'event', 'result', 'door', 'address', 'username', 'actor', 'before', 'after'],
      ['7', '2026-01-02T03:04:05.678Z', 'login', 'failure', 'form', '2001:db8::1', 'ana', '', '', ''],
    ]);
  });

  test('any text comes back by taking off the apostrophes at its beginning and behind each semicolon, and runs in no spreadsheet', () => {
    fc.assert(
      fc.property(hostile, hostile, (username, after) => {
        const line = csvLine({ ...record, username, after });
        const [cells = []] = parseCsv(line);
        expect(cells).toHaveLength(10);
        for (const part of cells.flatMap((cell) => cell.split(';'))) expect(part).not.toMatch(RUNS);
        const [, , , , , , name = '', , , then = ''] = cells;
        expect([name.replace(/(^|;)'/g, '$1'), then.replace(/(^|;)'/g, '$1')]).toEqual([username, after]);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@ana', "'@ana"],
    ['ana@example.com', 'ana@example.com'],
    [";=cmd|'/C calc'!A0;", `";'=cmd|'/C calc'!A0;"`],
    ['a; ＝1;b', `"a;' ＝1;b"`],
    ["a;'b", `"a;''b"`],
    ['a;"=1', `"a;'""=1"`],
    ['a,b', '"a,b"'],
    ["'=1", "''=1"],
  ])('%s is written as %s', (username, written) => {
    expect(csvLine({ ...record, username }).split('2001:db8::1,')[1]).toBe(`${written},,,\r\n`);
  });
});
