import { describe, expect, test } from 'vitest';
import { buildConnection, PAGE_MAX, readPageRequest } from '../../../src/platform/graphql/connection.type.js';
import { InvalidRequest } from '../../../src/shared/errors/errors.js';
import { pageOf, rowsFor } from '../../../src/shared/page.js';

const items = ['a', 'b', 'c', 'd', 'e'];

function pageBehind(after: string | null, first: number) {
  const request = readPageRequest({ first, after }, ['string', 'number']);
  const [letter] = request.after ?? [''];
  const rows = items.filter((candidate) => candidate > letter).slice(0, rowsFor(request));
  const page = pageOf(rows, request.first, (row) => [row, 7]);
  return buildConnection(page, (row) => row);
}

function* pages(first: number): Generator<string> {
  for (let after: string | null = null, more = true; more; ) {
    const { nodes, pageInfo }: ReturnType<typeof pageBehind> = pageBehind(after, first);
    yield nodes.join('');
    more = pageInfo.hasNextPage;
    after = pageInfo.endCursor;
  }
}

describe('lists that are read page by page', () => {
  test.each([
    [1, ['a', 'b', 'c', 'd', 'e']],
    [2, ['ab', 'cd', 'e']],
    [5, ['abcde']],
    [100, ['abcde']],
  ])('%i at a time give everything once', (first, expected) => {
    expect([...pages(first)]).toEqual(expected);
  });

  test.each([0, -1, PAGE_MAX + 1])('%i at a time is rejected', (first) => {
    expect(() => readPageRequest({ first, after: null }, ['number'])).toThrow(InvalidRequest);
  });

  test.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('[1').toString('base64url')],
    ['a key of another length', Buffer.from('[1,2]').toString('base64url')],
    ['a key of another type', Buffer.from('["1"]').toString('base64url')],
    ['a fraction', Buffer.from('[1.5]').toString('base64url')],
    ['an object', Buffer.from('{"0":1,"length":1}').toString('base64url')],
    ['too much', Buffer.from(`[${'1'.repeat(2000)}]`).toString('base64url')],
  ])('a cursor that is %s is refused', (_name, after) => {
    expect(() => readPageRequest({ first: 1, after }, ['number'])).toThrow(InvalidRequest);
  });

  test.each([-1, 253_402_300_800_000])('a cursor with the moment %i, which no database takes, is rejected', (ms) => {
    const after = Buffer.from(JSON.stringify([ms])).toString('base64url');
    expect(() => readPageRequest({ first: 1, after }, ['time'])).toThrow(InvalidRequest);
    expect(readPageRequest({ first: 1, after }, ['number']).after).toEqual([ms]);
  });

  test('a cursor whose text no database takes is rejected', () => {
    const after = Buffer.from(JSON.stringify(['a\0'])).toString('base64url');
    expect(() => readPageRequest({ first: 1, after }, ['string'])).toThrow(InvalidRequest);
  });
});
