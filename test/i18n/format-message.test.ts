import { describe, expect, test } from 'vitest';
import { formatMessage } from '../../src/i18n/format-message.js';
import { type MessageKey, type MessageValues, message } from '../../src/i18n/message.js';
import { parseMessage } from '../../src/i18n/parse-message.js';

/** A made-up catalogue with existing keys. */
const SENTENCES: Readonly<Partial<Record<MessageKey, string>>> = { 'web.tagline': 'as it is' };

function written(text: string, values: MessageValues = {}, locale = 'en'): string {
  const sentenceOf = (key: MessageKey) => parseMessage(key === 'web.backHome' ? text : (SENTENCES[key] ?? ''));
  return formatMessage(message('web.backHome', values), { locale, sentenceOf });
}

describe('a message is written out', () => {
  test.each<[string, MessageValues, string]>([
    ['Wait.', {}, 'Wait.'],
    ['Wait {seconds} s, {name}.', { seconds: 1500, name: '<b>' }, 'Wait 1500 s, <b>.'],
    ["It''s '{here}', the service's <b>own</b>.", {}, "It's {here}, the service's <b>own</b>."],
    ['{size, number} and {share, number, ::.0} %', { size: 1500, share: 4 }, '1,500 and 4.0 %'],
    ['{count, plural, =0 {none} one {# thing} other {# things}}', { count: 0 }, 'none'],
    ['{count, plural, =0 {none} one {# thing} other {# things}}', { count: 1 }, '1 thing'],
    ['{count, plural, =0 {none} one {# thing} other {# things}}', { count: 1200 }, '1,200 things'],
    [
      '{count, plural, offset:1 one {{name} and one} other {{name} and # more}}',
      { count: 3, name: 'A' },
      'A and 2 more',
    ],
    ['{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { place: 22 }, '22nd'],
    ['{who, select, staff {Staff} other {Anybody}}', { who: 'staff' }, 'Staff'],
    ['{who, select, staff {Staff} other {Anybody}}', { who: 'nobody' }, 'Anybody'],
  ])('%j with %j', (text, values, expected) => {
    expect(written(text, values)).toBe(expected);
  });

  test('by the plurals of the language', () => {
    const polish = '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
    expect([1, 3, 5, 22].map((count) => written(polish, { count }, 'pl'))).toEqual([
      '1 plik',
      '3 pliki',
      '5 plików',
      '22 pliki',
    ]);
  });

  test('with other messages in it, and with several values between commas', () => {
    const names = ['/mnt', message('web.tagline')];
    expect(written('{names}: {one}', { names, one: message('web.tagline') })).toBe('/mnt, as it is: as it is');
  });

  test('with the name of a value that was forgotten', () => {
    expect(written('Wait {seconds} s.')).toBe('Wait {seconds} s.');
  });
});
