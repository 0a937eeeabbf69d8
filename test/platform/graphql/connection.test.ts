import { describe, expect, test } from 'vitest';
import { buildConnection } from '../../../src/platform/graphql/connection.type.js';
import { PAGE_MAX, type PageArgs, readPageRequest } from '../../../src/platform/graphql/page-arguments.js';
import { InvalidRequest } from '../../../src/shared/errors/errors.js';
import { keysetOf, pageOf, rowsFor } from '../../../src/shared/page.js';

const items = ['a', 'b', 'c', 'd', 'e'];

/** Reads a page of the items as a query of a database does. */
function pageFor(args: PageArgs) {
  const request = readPageRequest(args, ['string']);
  const { order, bound } = keysetOf(request, 'asc');
  const { $gt: above = '', $lt: below = '~' } = bound ?? {};
  const within = items.filter((item) => item > above && item < below);
  const rows = (order === 'asc' ? within : within.reverse()).slice(0, rowsFor(request));
  return buildConnection(
    pageOf(rows, request, (row) => [row]),
    (row) => row,
  );
}

type Connection = ReturnType<typeof pageFor>;

function* forward(first: number): Generator<Connection> {
  for (let after: string | null = null, more = true; more; ) {
    const page: Connection = pageFor({ first, after });
    yield page;
    more = page.pageInfo.hasNextPage;
    after = page.pageInfo.endCursor;
  }
}

function* backward(last: number): Generator<Connection> {
  for (let before: string | null = null, more = true; more; ) {
    const page: Connection = pageFor({ last, before });
    yield page;
    more = page.pageInfo.hasPreviousPage;
    before = page.pageInfo.startCursor;
  }
}

const textsOf = (pages: Iterable<Connection>) => [...pages].map(({ nodes }) => nodes.join(''));

describe('lists that are read page by page', () => {
  test.each([
    [1, ['a', 'b', 'c', 'd', 'e']],
    [2, ['ab', 'cd', 'e']],
    [5, ['abcde']],
    [100, ['abcde']],
  ])('%i at a time give everything once', (first, expected) => {
    expect(textsOf(forward(first))).toEqual(expected);
  });

  test.each([
    [1, ['e', 'd', 'c', 'b', 'a']],
    [2, ['de', 'bc', 'a']],
    [5, ['abcde']],
    [100, ['abcde']],
  ])('%i at a time from the end give everything once, in the order of the list', (last, expected) => {
    expect(textsOf(backward(last))).toEqual(expected);
  });

  test('each edge has the entry of the same place, and a cursor that continues behind and before it', () => {
    const { nodes, edges } = pageFor({ first: 3 });
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    const second = edges[1]?.cursor ?? '';
    expect(textsOf([pageFor({ first: 5, after: second }), pageFor({ last: 5, before: second })])).toEqual(['cde', 'a']);
  });

  test('the ends of a page tell whether the list goes on there', () => {
    const ends = ({ pageInfo }: Connection) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    expect([...forward(2)].map(ends)).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    expect([...backward(2)].map(ends)).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    const { pageInfo } = pageFor({ first: 1, after: pageFor({ last: 1 }).pageInfo.endCursor });
    expect(pageInfo).toEqual({ startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: true });
  });

  test.each([0, -1, PAGE_MAX + 1])('%i at a time is rejected', (size) => {
    expect(() => readPageRequest({ first: size }, ['number'])).toThrow(InvalidRequest);
    expect(() => readPageRequest({ last: size }, ['number'])).toThrow(InvalidRequest);
  });

  test.each<PageArgs>([
    { first: 1, last: 1 },
    { first: 1, before: 'WzFd' },
    { last: 1, after: 'WzFd' },
    { first: 1, after: 'WzFd', before: 'WzFd' },
  ])('both directions at once are rejected: %o', (args) => {
    expect(() => readPageRequest(args, ['number'])).toThrow('Send first with after, or last with before');
  });

  test('arguments that are null count as omitted, as clients with variables send them', () => {
    const nothing = { last: null, before: null, after: null };
    expect(readPageRequest({ first: 3, ...nothing }, ['number'])).toMatchObject({ first: 3, isBackward: false });
    expect(readPageRequest({ ...nothing, first: null, last: 3 }, ['number'])).toMatchObject({
      first: 3,
      isBackward: true,
    });
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
  ])('a cursor that is %s is refused', (_name, cursor) => {
    expect(() => readPageRequest({ first: 1, after: cursor }, ['number'])).toThrow(InvalidRequest);
    expect(() => readPageRequest({ last: 1, before: cursor }, ['number'])).toThrow(InvalidRequest);
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
