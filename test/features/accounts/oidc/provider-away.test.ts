import { describe, expect, test, vi } from 'vitest';
import { createOidcApp, personOf, signIn } from '../../../support/accounts/openid-stand-in.js';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

const CREATE = { OIDC_CREATE: 'true' };
const LOGIN = '/accounts/oidc/login/';

describe('a provider that is away', () => {
  test('at the start keeps nobody with a password out, and counts as soon as it is back', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    provider.isAway = true;
    const visitor = app.browser();
    const answer = await visitor.get(LOGIN, { 'accept-language': 'es' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.text).toContain('No se puede contactar con Casa ID en este momento.');
    await app.createUser('ana');
    expect((await visitor.submit('/accounts/login/', { username: 'ana', password: PASSWORD })).status).toBe(302);
    provider.isAway = false;
    await app.advance({ seconds: 5 });
    expect((await signIn(app.browser(), provider, personOf('bia'))).status).toBe(302);
  });

  test('is asked once in five seconds, however many press the button', async () => {
    const { app, provider } = await createOidcApp();
    provider.isAway = true;
    provider.requests.length = 0;
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await app.browser().get(LOGIN)).status));
    expect([new Set(statuses), provider.requests.length]).toEqual([new Set([503]), 1]);
    await app.advance({ seconds: 4 });
    await app.browser().get(LOGIN);
    expect(provider.requests).toHaveLength(1);
    await app.advance({ seconds: 1 });
    await app.browser().get(LOGIN);
    expect(provider.requests).toHaveLength(2);
  });

  test('between the button and the answer is said to be away, and opens no session', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const visitor = app.browser();
    const begun = await visitor.get(LOGIN);
    const query = provider.authorize(begun.headers.get('location') ?? '', personOf('ana'));
    provider.isAway = true;
    const answer = await visitor.get(`/accounts/oidc/callback/?${query}`);
    expect([answer.status, answer.text.includes('Não foi possível falar com Casa ID agora.')]).toEqual([503, true]);
    expect(app.lines.join('')).not.toMatch(/sign-in at the provider failed.*unknown/);
    const broken = await signIn(visitor, await revived(provider), personOf('ana'), { tokenStatus: 500 });
    expect(broken.status).toBe(503);
  });

  test('for a while later keeps the description that is known', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    await app.browser().get(LOGIN);
    await app.sleep({ minutes: 61 });
    provider.isAway = true;
    expect((await app.browser().get(LOGIN)).status).toBe(302);
    expect((await app.browser().get(LOGIN)).status).toBe(302);
  });

  test('describes another issuer than the settings: nobody is sent there', async () => {
    const { provider } = await createOidcApp();
    const issuer = `${provider.issuer}/realms/other`;
    const app = await createTestApp({ environment: { ...provider.environment, OIDC_ISSUER: issuer } });
    expect((await app.browser().get(LOGIN)).status).toBe(503);
  });
});

async function revived<P extends { isAway: boolean }>(provider: P): Promise<P> {
  provider.isAway = false;
  return provider;
}

describe('new keys of the provider', () => {
  test('are read when a token names one, at most twice a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const reads = () => provider.requests.filter((path) => path === '/jwks').length;
    expect((await signIn(app.browser(), provider, personOf('ana'))).status).toBe(302);
    await provider.rotateKey();
    for (let count = 0; count < 5; count += 1) await signIn(app.browser(), provider, personOf('ana'));
    expect(reads()).toBe(1);
    vi.setSystemTime(Date.now() + 31_000);
    expect((await signIn(app.browser(), provider, personOf('ana'))).status).toBe(302);
    expect(reads()).toBe(2);
    vi.useRealTimers();
  });
});
