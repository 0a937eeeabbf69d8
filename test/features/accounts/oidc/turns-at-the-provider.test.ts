import { expect, test } from 'vitest';
import { KnownNetworks } from '../../../../src/features/accounts/credentials/known-networks.js';
import { SignInExpired } from '../../../../src/features/accounts/oidc/oidc.errors.js';
import { OidcSignIn } from '../../../../src/features/accounts/oidc/oidc-sign-in.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';

/** Starts sign-ins whose exchanges with the provider wait until they are answered. */
function startSignIns() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const knownNetworks = new KnownNetworks({ em: {} as never, clock: new FakeClock() });
  const signIn = new OidcSignIn({
    knownNetworks,
    flows: {
      open: () => ({}),
      useUp: async () => {
        throw new SignInExpired();
      },
    },
    client: {
      exchange: (query: string) => {
        asked.push(query);
        return new Promise((resolve) => answers.push(() => resolve({ person: { subject: 'ana' } })));
      },
    },
  } as never);
  const finish = (address: string) =>
    signIn.finish({ query: address, origin: { method: 'oidc', address } } as never).catch((error: unknown) => error);
  return { asked, answers, finish };
}

test('sixteen answers are exchanged at once, and a network with one is next after those of one with many', async () => {
  const { asked, answers, finish } = startSignIns();
  const flood = Array.from({ length: 40 }, () => finish('192.0.2.1'));
  expect(asked).toHaveLength(16);
  const late = finish('198.51.100.1');
  answers[0]?.();
  answers[1]?.();
  await Promise.all(flood.slice(0, 2));
  expect(asked.slice(16)).toContain('198.51.100.1');
  answers[asked.indexOf('198.51.100.1')]?.();
  expect(await late).toBeInstanceOf(SignInExpired);
});
