import { expect, test } from 'vitest';
import {
  exampleRules,
  referenceExamples,
} from '../../../client/src/features/alerts/rules/editor/expression/example-conditions.js';
import { parseDuration } from '../../../client/src/features/alerts/rules/editor/fields/durations.js';
import {
  parseAlertExpression,
  textOfAlertExpression,
} from '../../../src/features/alerts/rules/expression/alert-expression.js';

test.each(Object.entries(referenceExamples))('the example of %s is in canonical form', (word, example) => {
  const parsed = parseAlertExpression(example);
  if ('problem' in parsed) throw new Error(`${example}: ${parsed.problem.kind}`);
  expect(textOfAlertExpression(parsed)).toBe(example);
  expect(example).toMatch(new RegExp(`^${word}\\b`));
});

test.each(exampleRules)('the example $expression can be saved', ({ expression, holds }) => {
  expect(parseAlertExpression(expression)).not.toHaveProperty('problem');
  expect(parseDuration(holds)).toBeDefined();
});
