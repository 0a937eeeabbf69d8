import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { historyQuery } from '../../../client/src/features/monitoring/charts/history/history-query';
import { measureNames } from '../../../src/features/monitoring/measures';

test('the question about the history fits the schema, and asks for every measure', () => {
  expect(validate(buildSchema(readFileSync('schema.graphql', 'utf8')), parse(historyQuery))).toEqual([]);
  for (const name of measureNames) expect(historyQuery).toContain(`${name} { minimum average maximum }`);
});
