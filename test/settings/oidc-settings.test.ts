import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError, settingNames } from '../../src/settings/settings.js';

const LEAST = { OIDC_ISSUER: 'https://id.example/realms/home/', OIDC_CLIENT_ID: 'vigia' };

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults;
  }
}

describe('settings of the sign-in provider', () => {
  test('are none by default, and need no more than issuer and client', () => {
    expect(readSettings({}).oidc).toBeUndefined();
    expect(readSettings(LEAST).oidc).toEqual({
      issuer: 'https://id.example/realms/home/',
      clientId: 'vigia',
      clientSecret: undefined,
      name: 'OpenID Connect',
      scopes: 'openid profile email',
      create: 'never',
      linkByEmail: false,
      staff: undefined,
      operators: undefined,
      only: false,
    });
  });

  test('are all read', () => {
    const all = {
      ...LEAST,
      OIDC_CLIENT_SECRET: 'two words',
      OIDC_NAME: ' Casa ID ',
      OIDC_SCOPES: 'openid  email groups',
      OIDC_CREATE: 'Always',
      OIDC_LINK_EMAIL: 'true',
      OIDC_STAFF: 'https://x.example/roles=a=b',
      OIDC_OPERATORS: 'groups=vigia operators',
      OIDC_ONLY: 'true',
    };
    expect(readSettings(all).oidc).toMatchObject({
      clientSecret: 'two words',
      name: 'Casa ID',
      scopes: 'openid email groups',
      create: 'always',
      linkByEmail: true,
      staff: { claim: 'https://x.example/roles', value: 'a=b' },
      operators: { claim: 'groups', value: 'vigia operators' },
      only: true,
    });
    expect(readSettings({ ...LEAST, OIDC_CREATE: 'true' }).oidc?.create).toBe('policy');
    expect(readSettings({ ...LEAST, OIDC_ISSUER: 'http://127.0.0.1:8080' }).oidc?.issuer).toBe('http://127.0.0.1:8080');
    expect(settingNames()).toContain('OIDC_LINK_EMAIL');
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID must be set with OIDC_ISSUER$/],
    [{ OIDC_ISSUER: 'http://id.example' }, /^OIDC_ISSUER must be an https address/],
    [{ OIDC_ISSUER: 'https://user:pw@id.example' }, /^OIDC_ISSUER must be an https address/],
    [{ OIDC_ISSUER: 'https://id.example/?tenant=1' }, /^OIDC_ISSUER must be an https address/],
    [{ OIDC_ISSUER: `https://id.example/${'x'.repeat(300)}` }, /^OIDC_ISSUER must be an https address/],
    [{ OIDC_SCOPES: 'profile email' }, /^OIDC_SCOPES must be words/],
    [{ OIDC_SCOPES: 'openid "email"' }, /^OIDC_SCOPES must be words/],
    [{ OIDC_CREATE: 'yes' }, /^OIDC_CREATE must be true, false or always$/],
    [{ OIDC_STAFF: 'staff' }, /^OIDC_STAFF must be a claim and its value/],
    [{ OIDC_OPERATORS: '=operators' }, /^OIDC_OPERATORS must be a claim and its value/],
    [{ OIDC_CLIENT_SECRET: 'my\u0001KEY' }, /^OIDC_CLIENT_SECRET must be one line, exactly as issued$/],
  ])('are refused by name: %j', (change, fault) => {
    expect(faultsOf({ ...LEAST, ...change })).toEqual([expect.stringMatching(fault)]);
  });

  test('that would let nobody in are refused', () => {
    expect(faultsOf({ OIDC_ONLY: 'true' })).toEqual(['OIDC_ONLY needs OIDC_ISSUER: nobody could sign in']);
  });
});
