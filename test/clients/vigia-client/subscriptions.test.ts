import { describe, expect, onTestFinished, test } from 'vitest';
import { VigiaClient, VigiaError } from '../../../clients/vigia-client/src/index.js';
import { createTestApp, PASSWORD, type TestApp } from '../../support/test-app.js';

const METRICS = 'subscription { metrics { sampledAt } }';

interface Event {
  readonly metrics: { readonly sampledAt: string };
}

async function signedIn({ baseUrl, createUser }: TestApp, fetch = globalThis.fetch): Promise<VigiaClient> {
  await createUser();
  const client = new VigiaClient(baseUrl, { fetch });
  onTestFinished(() => client.close());
  await client.login('ana', PASSWORD);
  return client;
}

async function next(events: AsyncGenerator<Event>): Promise<string> {
  const { value } = await events.next();
  return value ? value.metrics.sampledAt : 'the end';
}

describe('a subscription of the client', () => {
  test('yields events until the loop is left, and the connection ends with the last one', async () => {
    const app = await createTestApp();
    const client = await signedIn(app);
    const events = client.subscribe<Event>(METRICS);
    const first = await next(events);
    await app.advance({ seconds: 5 });
    expect(Date.parse(await next(events)) - Date.parse(first)).toBe(5000);
    await events.return();
    const staff = await app.scriptAs('rui', { isStaff: true });
    const openSockets = async () => (await staff.graphql('{ serviceHealth { openSockets } }')).json();
    await expect.poll(openSockets).toEqual({ data: { serviceHealth: { openSockets: 0 } } });
  });

  test('goes on with a new token when its own has expired', async () => {
    const app = await createTestApp();
    const refreshes: string[] = [];
    const client = await signedIn(app, (address, init) => {
      if (String(init?.body).includes('refreshToken(')) refreshes.push('once');
      return fetch(address, init);
    });
    const events = client.subscribe<Event>(METRICS);
    const first = await next(events);
    await app.advance({ minutes: 11 });
    let last = first;
    // Samples of the ten minutes before are still waiting to be read.
    while (Date.parse(last) - Date.parse(first) < 660_000) last = await next(events);
    expect(refreshes).toEqual(['once']);
  });

  test('begins with a new token when the login is older than its token', async () => {
    const app = await createTestApp();
    const client = await signedIn(app);
    await app.sleep({ minutes: 11 });
    expect(await next(client.subscribe<Event>(METRICS))).toMatch(/^20/);
  });

  test('ends with UNAUTHENTICATED once the login has ended', async () => {
    const app = await createTestApp();
    const client = await signedIn(app);
    const events = client.subscribe<Event>(METRICS);
    await next(events);
    const user = await app.loginAs();
    const { status } = await user.graphql('mutation { endOtherSessions }');
    expect(status).toBe(200);
    await expect(events.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  test('ends with UNAUTHENTICATED without a login', async () => {
    const app = await createTestApp();
    const client = new VigiaClient(app.baseUrl);
    const error = await client
      .subscribe(METRICS)
      .next()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VigiaError);
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringMatching(/^No credentials/) });
  });

  test('that the service refuses ends with the code of the refusal', async () => {
    const client = await signedIn(await createTestApp());
    const refused = client.subscribe('subscription { securityEvents { missed } }');
    await expect(refused.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
