import { describe, expect, test, vi } from 'vitest';
import { startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import type { TestApp } from '../../../support/test-app.js';

const EXPRESSION = '{ alertExpression(expression: "avg(cpu, 24h) > 50") { result } }';
const BACKTEST = `{ alertBacktest(expression: "cpu > 50", from: "2026-01-01T00:00Z", forSeconds: 0, releaseSeconds: 0) {
  evaluated } }`;

const AT_ONCE = 2;
const WAITING_MAX = 30;

/** Makes reads of a service's history block until released. */
function heldHistory({ services }: TestApp) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const nothing = { next: () => promise.then(() => ({ done: true, value: undefined }) as const) };
  const rows = vi
    .spyOn(services.measuredHosts, 'rows')
    .mockImplementation(() => ({ [Symbol.asyncIterator]: () => nothing }));
  return { readings: () => rows.mock.calls.length, letGo };
}

interface Answer {
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly retryAfter?: number } }[];
}

/** Sends a query and adds its outcome to `answers`: `done`, or the error code with the seconds to wait. */
async function ask(caller: Browser, query: string, answers: string[]): Promise<string> {
  const { errors } = (await caller.graphql(query)).json<Answer>();
  const [error] = errors ?? [];
  const answer = error ? `${error.extensions.code} ${error.extensions.retryAfter}` : 'done';
  answers.push(answer);
  return answer;
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`previews of rules by all users, on ${kind.name} (promises 42, 43)`, () => {
    test('are made two at a time, and a bounded number waits', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { readings, letGo } = heldHistory(app);
      const answers: string[] = [];
      const asked = Array.from({ length: AT_ONCE + WAITING_MAX + 1 }, (_, number) =>
        ask(staff, number === 0 ? BACKTEST : EXPRESSION, answers),
      );
      await expect.poll(() => answers).toEqual(['SERVICE_UNAVAILABLE 5']);
      expect(readings()).toBe(AT_ONCE);
      letGo();
      await Promise.all(asked);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(AT_ONCE + WAITING_MAX);
    });

    test('of a user who has many waiting make room for those of another', async () => {
      const { app, staff } = await startWithStaff(kind);
      const other = await app.loginAs('outra', { isStaff: true });
      const { readings, letGo } = heldHistory(app);
      const answers: string[] = [];
      const asked = Array.from({ length: AT_ONCE + WAITING_MAX }, () => ask(staff, EXPRESSION, answers));
      await expect.poll(readings).toBe(AT_ONCE);
      const ofOther = [ask(other, BACKTEST, []), ask(other, EXPRESSION, [])];
      await expect.poll(() => answers).toEqual(['SERVICE_UNAVAILABLE 5', 'SERVICE_UNAVAILABLE 5']);
      letGo();
      expect(await Promise.all(ofOther)).toEqual(['done', 'done']);
      await Promise.all(asked);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(AT_ONCE + WAITING_MAX - 2);
    });
  });
}
