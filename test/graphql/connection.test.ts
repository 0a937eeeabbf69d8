import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { connectionOf, PAGE_MAX, readPageRequest } from '../../src/graphql/connection.type.js';
import { operationLimits } from '../../src/graphql/operation-limits.js';
import { InvalidRequest } from '../../src/shared/errors.js';
import { pageOf, rowsFor } from '../../src/shared/page.js';

const letters = ['a', 'b', 'c', 'd', 'e'];

/** The page of the letters behind a cursor. */
function pageBehind(after: string | null, first: number) {
  const request = readPageRequest({ first, after }, ['string', 'number']);
  const [letter] = request.after ?? [''];
  const rows = letters.filter((candidate) => candidate > letter).slice(0, rowsFor(request));
  const page = pageOf(rows, request.first, (row) => [row, 7]);
  return connectionOf(page, (row) => row);
}

/** Reads the letters page by page, as a client does. */
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

  test.each([0, -1, PAGE_MAX + 1])('%i at a time is refused', (first) => {
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

  test.each([-1, 253_402_300_800_000])('a cursor with the moment %i, which no database takes, is refused', (ms) => {
    const after = Buffer.from(JSON.stringify([ms])).toString('base64url');
    expect(() => readPageRequest({ first: 1, after }, ['moment'])).toThrow(InvalidRequest);
    expect(readPageRequest({ first: 1, after }, ['number']).after).toEqual([ms]);
  });

  test('a cursor whose text no database takes is refused', () => {
    const after = Buffer.from(JSON.stringify(['a\0'])).toString('base64url');
    expect(() => readPageRequest({ first: 1, after }, ['string'])).toThrow(InvalidRequest);
  });
});

describe('the cost of a list (promise 19)', () => {
  const schema = buildSchema(`
    type Query { list(first: Int = 50): List  other: Int }
    type List { nodes: [Node] }
    type Node { a: Int b: Int }
  `);
  const refuses = (query: string) => validate(schema, parse(query), [operationLimits]).length > 0;

  test.each([
    // 1 for the list, and for each item its three fields.
    ['{ list(first: 333) { nodes { a b } } }', false],
    ['{ list(first: 334) { nodes { a b } } }', true],
    ['{ list(first: 333) { nodes { a b } } other }', true],
    [`{ list { nodes { ${'a '.repeat(18)} } } }`, false],
    [`{ list { nodes { ${'a '.repeat(19)} } } }`, true],
    [`query ($first: Int) { list(first: $first) { nodes { ${'a '.repeat(8)} } } }`, false],
    [`query ($first: Int) { list(first: $first) { nodes { ${'a '.repeat(9)} } } }`, true],
    ['{ list(first: -5) { nodes { a b } } }', false],
  ])('%s', (query, refused) => {
    expect(refuses(query)).toBe(refused);
  });
});
