import { readFileSync } from 'node:fs';
import { buildSchema, validate } from 'graphql';
import { expect, test } from 'vitest';
import { HistoryQuery } from '../../client/src/features/monitoring/charts/history-query';
import { MetricsQuery, MetricsSubscription } from '../../client/src/features/monitoring/live/use-sample';

/** These documents are made from the registry of measures, which `gql.tada` cannot follow. */
test.each(Object.entries({ HistoryQuery, MetricsQuery, MetricsSubscription }))('%s fits the schema', (_, document) => {
  expect(validate(buildSchema(readFileSync('schema.graphql', 'utf8')), document)).toEqual([]);
});
