import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DocumentCache } from '../../../src/platform/graphql/document-cache.js';

const schema = buildSchema(`
  type Query { a: Int }
  type Mutation { change: Int }
  type Subscription { b: Int }
`);
const texts = (count: number) => Array.from({ length: count }, (_, index) => `query Q${index} { a }`);

describe('documents (promise 19)', () => {
  test('are parsed and validated once', () => {
    const documents = new DocumentCache(schema);
    const first = documents.read('{ a }');
    expect(first.document).toBeDefined();
    expect(documents.read('{ a }').document).toBe(first.document);
    expect(documents.read('{  a }').document).not.toBe(first.document);
  });

  test('are kept to the number of two hundred, those asked for last', () => {
    const documents = new DocumentCache(schema);
    const all = texts(201);
    for (const text of all.slice(0, 200)) documents.read(text);
    expect(all.filter((text) => !documents.get(text))).toEqual([all[200]]);
    documents.get(all[0] ?? '');
    documents.read(all[200] ?? '');
    expect(all.filter((text) => !documents.get(text))).toEqual([all[1]]);
  });

  test('are kept up to 400,000 characters in all', () => {
    const documents = new DocumentCache(schema);
    const all = texts(41).map((text) => text.padEnd(10_000, '#\n'));
    for (const text of all) documents.read(text);
    expect(all.filter((text) => !documents.get(text))).toEqual([all[0]]);
  });

  test.each([
    ['is wrong', '{ b }', 'GRAPHQL_VALIDATION_FAILED'],
    ['is none', '{ a', 'GRAPHQL_PARSE_FAILED'],
  ])('a text that %s is told so each time and pushes none out', (_name, text, code) => {
    const documents = new DocumentCache(schema);
    const { document } = documents.read('{ a }');
    for (let count = 0; count < 201; count += 1) {
      const { faults } = documents.read(`${text} # ${count}`);
      expect(faults?.map(({ extensions }) => extensions.code)).toEqual([code]);
    }
    expect(documents.get('{ a }')?.document).toBe(document);
  });

  test('that change something are not kept: they may hold a password', () => {
    const documents = new DocumentCache(schema);
    for (const text of ['mutation { change }', 'query A { a } mutation B { change }']) {
      expect(documents.read(text).document).toBeDefined();
      expect(documents.get(text)).toBeUndefined();
    }
  });

  test('tell whether they look into the schema, however that is hidden', () => {
    const documents = new DocumentCache(schema);
    for (const [text, asksForSchema] of [
      ['query A { a }', false],
      ['{ ...F } fragment F on Query { a }', false],
      ['subscription { b }', false],
      ['{ __schema { description } }', true],
      ['{ ...F } fragment F on Query { __type(name: "Query") { name } }', true],
      ['query A { a } query B { __typename ... { __schema { description } } }', true],
    ] as const) {
      for (const round of ['read', 'kept']) {
        expect([text, round, documents.read(text).asksForSchema]).toEqual([text, round, asksForSchema]);
      }
    }
  });
});
