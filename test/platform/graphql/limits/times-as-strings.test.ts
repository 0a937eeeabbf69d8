import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema } from '../../../../src/app/schema.js';
import { validateDocument } from '../../../../src/platform/graphql/limits/validate-document.js';
import { TopicPubSub } from '../../../../src/platform/graphql/pub-sub.js';
import { dataOf } from '../../../support/administration.js';
import { createTestApp } from '../../../support/test-app.js';

/** Uses undefined services: the tests only inspect the schema and never call them. */
const schema = createSchema(undefined as never, new TopicPubSub());

const faultsOf = (document: string) => validateDocument(schema, parse(document)).map(({ message }) => message);

describe('variables for times', () => {
  test.each(['String!', 'DateTime!'])('may be declared %s, in fragments too', (type) => {
    expect(faultsOf(`query ($from: ${type}) { metricsHistory(from: $from) { at } }`)).toEqual([]);
    const inFragment = `query ($from: ${type}) { ...F } fragment F on Query { metricsHistory(from: $from) { at } }`;
    expect(faultsOf(inFragment)).toEqual([]);
  });

  test('may be null only where the argument may', () => {
    expect(faultsOf('query ($to: String) { incidents(to: $to) { nodes { id } } }')).toEqual([]);
    expect(faultsOf('query ($from: String) { metricsHistory(from: $from) { at } }')).toEqual([
      'Variable "$from" of type "String" used in position expecting type "String!".',
    ]);
  });

  test('are nothing else, and other variables are what they were', () => {
    expect(faultsOf('query ($from: Int!) { metricsHistory(from: $from) { at } }')).toEqual([
      'Variable "$from" of type "Int!" used in position expecting type "DateTime!".',
    ]);
    expect(faultsOf('query ($id: DateTime!) { incident(id: $id) { id } }')).toEqual([
      'Variable "$id" of type "DateTime!" used in position expecting type "ID!".',
    ]);
    expect(faultsOf('query ($points: String!) { metricsHistory(from: "x", points: $points) { at } }')).toEqual([
      'Variable "$points" of type "String!" used in position expecting type "Int!".',
    ]);
  });

  test('arrive whatever they are declared as, in every form of ISO 8601 that has a time zone', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const minute = app.clock.now().toISOString().slice(0, 16);
    for (const type of ['String!', 'DateTime!']) {
      const query = `query ($from: ${type}) { metricsHistory(from: $from) { from } }`;
      for (const zone of ['Z', ':00+00:00', ':00.000Z', ':00.000000000-00:00']) {
        const { metricsHistory } = await dataOf<{ metricsHistory: { from: string } }>(ana, query, {
          from: minute + zone,
        });
        expect(metricsHistory.from).toBe(`${minute}:00.000Z`);
      }
      const wrong = await ana.graphql(query, { from: 'yesterday' });
      expect(wrong.json()).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { from: [expect.any(String)] } } }],
      });
    }
    const number = await ana.graphql('{ metricsHistory(from: 2026) { from } }');
    expect(number.text).toContain('DateTime is a string, such as');
  });
});
