import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { browserName } from '../../../client/src/features/account/notifications/browser-push.js';
import { buildInput, valuesOf } from '../../../client/src/features/alerts/channels/channel-form-values.js';
import { channelKindNames, partsOf } from '../../../client/src/features/alerts/channels/channel-kinds.js';
import type { Channel } from '../../../client/src/features/alerts/channels/channels.operations.js';
import { formatSearch, parseFilter, periods } from '../../../client/src/features/alerts/incidents/incident-filter.js';
import { endOf } from '../../../client/src/features/alerts/silences/until.js';
import { channelKinds as serverKinds } from '../../../src/features/alerts/channels/channel-kinds.js';

describe('the form of a channel', () => {
  test('asks for exactly what the server wants of each kind', () => {
    for (const kind of channelKindNames) {
      const shown = Object.fromEntries(
        partsOf(kind).map(([part, { isOptional }]) => [part, isOptional ? 'optional' : 'needed']),
      );
      const { defaultUrl: _, ...wanted } = serverKinds[kind] as Record<string, string>;
      expect([kind, shown]).toEqual([kind, wanted]);
    }
    expect([...channelKindNames].sort()).toEqual(Object.keys(serverKinds).sort());
  });

  const channel = {
    kind: 'NTFY',
    name: 'Plantão',
    addresses: [],
    chat: null,
    topic: 'vigia',
    language: 'PT',
    isActive: true,
    quietHours: null,
    hasUrl: true,
    hasSecret: true,
  } as unknown as Channel;
  const sent = { isNew: false, removed: new Set<string>() };

  test('sends no secret that was not typed, so that what is stored stays', () => {
    const input = buildInput(valuesOf(channel, 'PT'), sent);
    expect(input).toMatchObject({ kind: 'NTFY', topic: 'vigia' });
    expect(Object.keys(input)).not.toContain('secret');
    expect(Object.keys(input)).not.toContain('url');
  });

  test('sends a secret that was typed, removes one on request, and never sends what is of another kind', () => {
    const values = { ...valuesOf(channel, 'PT'), secret: ' tk_1 ', chat: '7', addresses: 'ana@example.com' };
    const input = buildInput(values, { isNew: false, removed: new Set(['url']) });
    expect(input).toMatchObject({ secret: 'tk_1', url: null });
    expect(Object.keys(input)).not.toContain('chat');
    expect(Object.keys(input)).not.toContain('addresses');
  });

  test('sends the quiet hours of a channel back as input, without the type name that the GraphQL client adds', () => {
    const quietHours = { from: '22:00', to: '07:00', days: [], timeZone: 'America/Sao_Paulo', severity: 'WARNING' };
    const read = { ...channel, quietHours: { ...quietHours, __typename: 'QuietHours' } } as unknown as Channel;
    expect(buildInput(valuesOf(read, 'PT'), sent).quietHours).toEqual(quietHours);
  });

  test('takes addresses however they are set apart', () => {
    const values = {
      ...valuesOf(undefined, 'PT'),
      addresses: ' ana@example.com,bia@example.com\n\ncaio@example.com; ',
    };
    expect(buildInput(values, { isNew: true, removed: new Set() }).addresses).toEqual([
      'ana@example.com',
      'bia@example.com',
      'caio@example.com',
    ]);
  });
});

test('a filter of the incidents survives its address', () => {
  const id = fc.option(fc.stringMatching(/^[1-9]\d{0,5}$/), { nil: undefined });
  const filter = fc.record({
    state: fc.constantFrom('OPEN', 'ENDED', undefined),
    host: id,
    rule: id,
    period: fc.constantFrom(...(Object.keys(periods) as (keyof typeof periods)[]), undefined),
  });
  fc.assert(
    fc.property(filter, (chosen) => {
      expect(parseFilter(formatSearch(chosen))).toEqual(chosen);
    }),
  );
  expect(formatSearch(parseFilter('?estado=talvez&periodo=ano&host='))).toBe('');
});

test('a silence ends after an hour, after eight, tomorrow at eight, or when it is said', () => {
  const now = new Date(2026, 10, 22, 23, 30);
  const end = (kind: Parameters<typeof endOf>[0]['kind'], moment = '') => endOf({ kind, moment }, now);
  expect(end('hour')?.getTime()).toBe(now.getTime() + 3_600_000);
  expect(end('hours')?.getTime()).toBe(now.getTime() + 8 * 3_600_000);
  expect(end('morning')).toEqual(new Date(2026, 10, 23, 8, 0));
  expect(endOf({ kind: 'morning', moment: '' }, new Date(2026, 10, 22, 0, 5))).toEqual(new Date(2026, 10, 23, 8, 0));
  expect(end('moment', '2026-12-24T18:00')).toEqual(new Date(2026, 11, 24, 18, 0));
  expect(end('moment')).toBeUndefined();
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox 141, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome 140, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge 140, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18, iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome 140, Android',
  ],
  ['curl/8', ''],
])('a browser knows its name: %s', (userAgent, name) => {
  expect(browserName({ userAgent })).toBe(name);
});
