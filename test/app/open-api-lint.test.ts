import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { foreignPaths, otherAddresses, restRoutes } from '../../src/app/rest-routes.js';
import { openApiDocument } from '../../src/platform/rest/open-api.js';

/** Findings that are no faults: the rule, where, and why. */
const EXCEPTIONS = [
  [
    'info-license',
    '#/info',
    'the document describes what one installation answers, and is under no licence of its own',
  ],
  [
    'no-unused-components',
    '#/components/schemas/Problem',
    'the description names it: the shape of 404 and 405, which no operation has',
  ],
  ['no-path-trailing-slash', '#/paths/~1accounts~1', 'the addresses are those of Django, which clients know'],
  [
    'no-required-schema-properties-undefined',
    '#/paths/~1api~1openapi.json/',
    'the document names the members of itself that clients rely on; OpenAPI describes them',
  ],
] as const;

test("the OpenAPI document keeps Redocly's strict rules, and each exception is needed", async () => {
  const document = openApiDocument({
    routes: restRoutes,
    otherAddresses,
    foreignPaths,
    publicUrl: 'https://vigia.example',
  });
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const found = problems.map(({ ruleId, message, location: [place] }) => ({
    ruleId,
    message,
    at: place?.pointer ?? '',
  }));
  const exceptionOf = ({ ruleId, at }: (typeof found)[number]) =>
    EXCEPTIONS.find(([rule, place]) => rule === ruleId && at.startsWith(place));
  expect(found.filter((problem) => !exceptionOf(problem))).toEqual([]);
  const needed = new Set(found.map(exceptionOf));
  expect(EXCEPTIONS.filter((exception) => !needed.has(exception))).toEqual([]);
});
