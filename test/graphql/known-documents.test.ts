import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { KnownDocuments } from '../../src/graphql/known-documents.js';

const schema = buildSchema('type Query { a: Int }');
const texts = (count: number) => Array.from({ length: count }, (_, index) => `query Q${index} { a }`);

describe('documents (promise 19)', () => {
  test('are parsed and validated once', () => {
    const documents = new KnownDocuments(schema);
    const first = documents.read('{ a }');
    expect(first.document).toBeDefined();
    expect(documents.read('{ a }').document).toBe(first.document);
    expect(documents.read('{  a }').document).not.toBe(first.document);
  });

  test('are kept to the number of a hundred, those asked for last', () => {
    const documents = new KnownDocuments(schema);
    const [kept, pushedOut, ...others] = texts(101);
    const [first, second] = [documents.read(kept ?? ''), documents.read(pushedOut ?? '')];
    for (const text of others.slice(0, 98)) documents.read(text);
    expect(documents.read(kept ?? '').document).toBe(first.document);
    documents.read(others[98] ?? '');
    expect(documents.read(kept ?? '').document).toBe(first.document);
    expect(documents.read(pushedOut ?? '').document).not.toBe(second.document);
  });

  test.each([
    ['is wrong', '{ b }', 'GRAPHQL_VALIDATION_FAILED'],
    ['is none', '{ a', 'GRAPHQL_PARSE_FAILED'],
  ])('a text that %s is told so each time and pushes none out', (_name, text, code) => {
    const documents = new KnownDocuments(schema);
    const { document } = documents.read('{ a }');
    for (let count = 0; count < 101; count += 1) {
      const { faults } = documents.read(`${text} # ${count}`);
      expect(faults.map(({ extensions }) => extensions.code)).toEqual([code]);
    }
    expect(documents.read('{ a }').document).toBe(document);
  });
});
