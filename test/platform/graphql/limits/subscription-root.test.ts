import { describe, expect, test } from 'vitest';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { createTestApp } from '../../../support/test-app.js';

const METRICS = 'metrics { cpuPercent }';

describe('what a subscription subscribes to', () => {
  test.each([
    ['a field', `subscription { metrics @skip(if: true) { cpuPercent } }`],
    ['a field that is there', `subscription { metrics @include(if: true) { cpuPercent } }`],
    ['a field, by a variable', `subscription ($a: Boolean = false) { metrics @include(if: $a) { cpuPercent } }`],
    ['a second field', `subscription { ${METRICS} termsChanged @skip(if: true) { version } }`],
    ['a fragment', `subscription { ...F @skip(if: true) } fragment F on Subscription { ${METRICS} }`],
    ['a fragment without a name', `subscription { ... @include(if: false) { ${METRICS} } }`],
    [
      'a field of a fragment',
      `subscription { ...F } fragment F on Subscription { metrics @skip(if: true) { cpuPercent } }`,
    ],
    [
      'a field of a fragment of a fragment',
      `subscription { ...F } fragment F on Subscription { ... { ...G } } fragment G on Subscription { metrics @include(if: false) { cpuPercent } }`,
    ],
    ['a field for staff', `subscription { securityEvents @skip(if: true) { id } }`],
  ])('cannot depend on @skip or @include: %s', async (_name, query) => {
    const app = await createTestApp();
    const script = await app.scriptAs('eva', { isStaff: true });
    const subscriber = await RawSubscriber.open(app.baseUrl, `Bearer ${script.access}`);
    subscriber.subscribe('one', { query });
    const errors = [
      {
        message: expect.stringMatching(/"@(skip|include)" .* subscription/),
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ];
    expect(await subscriber.take()).toMatchObject({ id: 'one', type: 'error', payload: errors });
    const answer = await script.graphql(query);
    expect([answer.status, answer.json()]).toMatchObject([400, { errors }]);
    expect(app.lines.filter((line) => line.includes('"error"'))).toEqual([]);
  });

  test('what lies below it can', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const subscriber = await RawSubscriber.open(app.baseUrl, `Bearer ${access}`);
    const query = `subscription { ...F } fragment F on Subscription { metrics { cpuPercent ...G @skip(if: true) } }
      fragment G on Metrics { ramPercent }`;
    subscriber.subscribe('one', { query });
    expect(await subscriber.take()).toMatchObject({
      type: 'next',
      payload: { data: { metrics: { cpuPercent: expect.any(Number) } } },
    });
  });

  test('a fragment that contains itself is rejected, not followed', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const subscriber = await RawSubscriber.open(app.baseUrl, `Bearer ${access}`);
    subscriber.subscribe('one', { query: 'subscription { ...F } fragment F on Subscription { ...F }' });
    expect(await subscriber.take()).toMatchObject({ type: 'error' });
  });
});
