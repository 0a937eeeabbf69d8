import { readFileSync } from 'node:fs';
import { getDirective, printSchemaWithDirectives } from '@graphql-tools/utils';
import { getIntrospectionQuery, graphqlSync, lexicographicSortSchema, parse, validate, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { restRoutes } from '../../src/app/rest-routes.js';
import { createSchema } from '../../src/app/schema.js';
import { fieldMeasures } from '../../src/features/monitoring/measures.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';

/** Uses undefined services: the tests only inspect the schema and never call them. */
const schema = createSchema(undefined as never, new TopicPubSub());

test('the schema is valid, which no start checks', () => {
  expect(validateSchema(schema)).toEqual([]);
  expect(graphqlSync({ schema, source: getIntrospectionQuery() }).errors).toBeUndefined();
});

test('the operations of the REST addresses fit it, which no start checks', () => {
  for (const { operation } of restRoutes) expect(validate(schema, parse(operation)), operation).toEqual([]);
});

test('schema.graphql is what the resolvers say: after a change run npm run schema', async () => {
  await expect(`${printSchemaWithDirectives(lexicographicSortSchema(schema)).trim()}\n`).toMatchFileSnapshot(
    '../../schema.graphql',
  );
});

// The measures are written out because the first page would otherwise load the registry with a browser-built document.
test('the page asks for every measure of a sample: after a change run npm run schema', async () => {
  await expect(`import { graphql } from 'gql.tada';

/** The measures of a sample. Generated from their registry by npm run schema. */
export const MeasureFields = graphql(\`
  fragment MeasureFields on Metrics @_unmask {
    ${fieldMeasures.join('\n    ')}
  }
\`);
`).toMatchFileSnapshot('../../client/src/features/monitoring/live/measure-fields.ts');
});

test('metrics are limited to twenty a minute where they are asked for, not where they are pushed', () => {
  const queried = schema.getQueryType()?.getFields().metrics;
  const pushed = schema.getSubscriptionType()?.getFields().metrics;
  expect(queried && getDirective(schema, queried, 'rateLimit')).toEqual([{ limit: 20, duration: 60 }]);
  expect(pushed && getDirective(schema, pushed, 'rateLimit')).toBeUndefined();
});

function marksOf(mark: 'cost' | 'credential'): Record<string, unknown> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  return Object.fromEntries(
    fields.filter(({ extensions }) => extensions[mark]).map(({ name, extensions }) => [name, extensions[mark]]),
  );
}

test('the documentation names every field that costs more than others, and every one with credentials', () => {
  const [, limits = ''] = /## Limits\n(.*?)\n## /s.exec(readFileSync('docs/graphql.md', 'utf8')) ?? [];
  const [, credentials = ''] = /one\s+field\s+with credentials \((.*?)\)/s.exec(limits) ?? [];
  const namesIn = (list: string) => [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  // Rows for root fields contain only names and one number.
  const costs = [...limits.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (\d+) \|$/gm)].flatMap(([, list = '', cost]) =>
    namesIn(list).map((name) => [name, Number(cost)]),
  );
  expect(Object.fromEntries(costs)).toEqual(marksOf('cost'));
  expect(namesIn(credentials).sort()).toEqual(Object.keys(marksOf('credential')).sort());
});
