import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PushedIncident } from '../../../client/src/lib/incidents/incidents.operations.js';
import {
  fetchIncidents,
  type OpenIncidents,
  withList,
  withPush,
} from '../../../client/src/lib/incidents/open-incidents.js';

function incident(id: number, state: PushedIncident['state'] = 'OPEN', minute = id): PushedIncident {
  const startedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return { id: String(id), ruleName: `Rule ${id}`, severity: 'BAD', host: '1', hostName: 'srv-1', state, startedAt };
}

const ids = (incidents: readonly PushedIncident[] | undefined) => incidents?.map(({ id }) => id);

test('what goes on when the page is loaded is no news, what begins later is, once', () => {
  const first = withList(undefined, [incident(1), incident(2)]);
  expect([ids(first.incidents), ids(first.news)]).toEqual([['2', '1'], []]);
  const begun = withPush(first, incident(3));
  expect([ids(begun.incidents), ids(begun.news)]).toEqual([['3', '2', '1'], ['3']]);
  expect(ids(withPush(begun, incident(3)).news)).toEqual([]);
});

test('what ended while nothing could be pushed is gone with the next list, and what began is news', () => {
  const before = withList(undefined, [incident(1), incident(2)]);
  const after = withList(before, [incident(2), incident(4)]);
  expect([ids(after.incidents), ids(after.news)]).toEqual([['4', '2'], ['4']]);
});

test('after any pushes exactly those are open whose last word was that they are, the newest first', () => {
  const pushes = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom('OPEN' as const, 'ENDED' as const)));
  fc.assert(
    fc.property(pushes, (told) => {
      const open = told.reduce<OpenIncidents>((before, [id, state]) => withPush(before, incident(id, state)), {
        incidents: [],
        news: [],
      });
      const last = new Map(told.map(([id, state]) => [id, state]));
      const expected = [...last].filter(([, state]) => state === 'OPEN').map(([id]) => id);
      expect(ids(open.incidents)).toEqual(expected.sort((a, b) => b - a).map(String));
    }),
  );
});

test('of a host the serious ones come first, then the newest', () => {
  const warning = { ...incident(4), severity: 'WARNING' } as const;
  const elsewhere = { ...incident(3), host: '2' };
  const open = withList(undefined, [incident(1), incident(2), elsewhere, warning]);
  expect(ids(fetchIncidents(open, '1'))).toEqual(['2', '1', '4']);
  expect(ids(fetchIncidents(open, undefined))).toEqual([]);
});
