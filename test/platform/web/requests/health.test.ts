import type { Request, RequestHandler, Response } from 'express';
import { describe, expect, test, vi } from 'vitest';
import { readiness } from '../../../../src/platform/web/requests/health.js';
import { Busy } from '../../../../src/shared/errors/errors.js';

const ask = (isReady: () => Promise<boolean>) => {
  const handler = readiness(isReady).GET as RequestHandler;
  return handler({} as Request, { json: (body: unknown) => body } as Response, () => {});
};

describe('/readyz (promise 39)', () => {
  test('says within 6 s that what it depends on says nothing', async () => {
    vi.useFakeTimers();
    const answer = expect(ask(() => new Promise(() => {}))).rejects.toBeInstanceOf(Busy);
    await vi.advanceTimersByTimeAsync(6000);
    await answer;
    vi.useRealTimers();
  });

  test('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await ask(async () => true);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
