import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { validateDocument } from '../../../../src/platform/graphql/limits/validate-document.js';

const schema = buildSchema('type Query { me: Person } type Person { id: ID }');

function messagesOf(text: string): string[] {
  return validateDocument(schema, parse(text)).map(({ message }) => message);
}

describe('a document (promises 19, 42)', () => {
  test('over a limit is told of that alone: what else is wrong with it is not looked for', () => {
    expect(messagesOf(`{ ${'me { id } '.repeat(11)} unknown }`)).toEqual([
      'The operation exceeds the limit of 10 for root fields.',
    ]);
  });

  test('within the limits is told of what is wrong with it', () => {
    expect(messagesOf(`{ ${'me { id } '.repeat(9)} unknown }`)).toEqual([
      'Cannot query field "unknown" on type "Query".',
    ]);
    expect(messagesOf('{ me { id } }')).toEqual([]);
  });

  test('is told of its first twenty faults and not of what might have been meant', () => {
    const faults = messagesOf(`{ ${'mi '.repeat(10)} } query (${'$a: Persom '.repeat(30)}) { me { id } }`);
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)).toContain('error limit reached');
    expect(faults.join()).not.toContain('Did you mean');
  });
});
