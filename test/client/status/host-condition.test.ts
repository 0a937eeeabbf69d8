import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hostConditionOf, type KnownOfHost } from '../../../client/src/components/status/host-condition.js';
import { addSentences } from '../../../client/src/lib/i18n/t.js';
import { parseMessage } from '../../../src/i18n/parse-message.js';

const SEEN = new Date(2020, 1, 3, 14, 5).getTime();
const BAD = { ruleName: 'Disco quase cheio', severity: 'BAD' } as const;
const WARNING = { ruleName: 'Fila comprida', severity: 'WARNING' } as const;

function conditionOf(changes: Partial<KnownOfHost>) {
  const { mark, words, detail } = hostConditionOf({
    state: 'LIVE',
    seenMs: SEEN,
    firing: [],
    awaySince: undefined,
    ...changes,
  });
  return [mark, words, detail];
}

describe('the condition of a host, in one sentence', () => {
  beforeAll(() => {
    vi.stubGlobal('document', { documentElement: { lang: 'en-GB' } });
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
    const sentences: Record<string, string> = JSON.parse(readFileSync('src/locales/en.json', 'utf8'));
    const entries = Object.entries(sentences).filter(([key]) => /^(ui\.hostState|rules\.supplied)\./.test(key));
    addSentences(Object.fromEntries(entries.map(([key, text]) => [key, parseMessage(text)])));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  test('is live only while it sends figures, the server is there, and nothing fires', () => {
    expect(conditionOf({})).toEqual(['LIVE', 'Live', '']);
    expect(conditionOf({ state: 'LATE' })).toEqual(['LATE', 'Late', 'since 03/02/2020, 14:05']);
    expect(conditionOf({ state: 'AWAY' })).toEqual(['AWAY', 'Away', 'since 03/02/2020, 14:05']);
    expect(conditionOf({ awaySince: SEEN })).toEqual(['UNKNOWN', 'Unknown', 'since 03/02/2020, 14:05']);
    expect(conditionOf({ state: 'LATE', awaySince: SEEN })).toEqual(['UNKNOWN', 'Unknown', 'since 03/02/2020, 14:05']);
  });

  test('names the worst alert that fires, and counts all, also of a host that is silent', () => {
    expect(conditionOf({ firing: [WARNING, BAD] })).toEqual(['BAD', '2 alerts', 'Disk almost full']);
    expect(conditionOf({ firing: [WARNING] })).toEqual(['WARNING', '1 alert', 'Fila comprida']);
    expect(conditionOf({ state: 'AWAY', firing: [BAD] })).toEqual([
      'AWAY',
      'Away',
      'since 03/02/2020, 14:05 · 1 alert',
    ]);
  });

  test('of one that has never sent anything is that it is waited for, not that it is away', () => {
    expect(conditionOf({ state: 'WAITING', seenMs: undefined })).toEqual([
      'WAITING',
      'Waiting for its first reading',
      '',
    ]);
  });

  test('of a retired one is nothing else, whether or not the server is there', () => {
    expect(conditionOf({ state: 'RETIRED', firing: [BAD], awaySince: SEEN })).toEqual(['RETIRED', 'Retired', '']);
  });
});
