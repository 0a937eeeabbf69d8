import { isLoopback } from '../shared/addresses/network.js';
import type { EnvironmentReader } from './environment-reader.js';
import { oneLine, oneWord, type Parser, shownText, trueOrFalse } from './parsers.js';

/** Settings for signing in at an OpenID Connect provider. */
export interface OidcSettings {
  /** Issuer identifier, exactly as the provider states it. */
  readonly issuer: string;
  readonly clientId: string;
  /** A secret; undefined for a public client, which proves itself by PKCE alone. */
  readonly clientSecret: string | undefined;
  /** Name of the provider on buttons. */
  readonly name: string;
  readonly scopes: string;
  readonly create: OidcCreate;
  /** Whether a verified address links a person to the account that has proved the same address. */
  readonly linkByEmail: boolean;
  readonly staff: ClaimRule | undefined;
  readonly operators: ClaimRule | undefined;
  /** Whether passwords and passkeys open no session, except for accounts that the command line has exempted. */
  readonly only: boolean;
}

/** Whether unknown people get an account: never, within the registration policy, or always. */
export type OidcCreate = 'never' | 'policy' | 'always';

/** A claim that is this value, or a list that has it. */
export interface ClaimRule {
  readonly claim: string;
  readonly value: string;
}

/**
 * Reads the settings of the OpenID Connect provider; undefined while `OIDC_ISSUER` is absent. The client id is required
 * with it.
 */
export function readOidc(reader: EnvironmentReader): OidcSettings | undefined {
  const issuer = reader.get<string | undefined>('OIDC_ISSUER', issuerAddress, undefined);
  const isOn = reader.isSet('OIDC_ISSUER');
  const missing = isOn ? 'must be set with OIDC_ISSUER' : undefined;
  const clientId = reader.get<string | undefined>('OIDC_CLIENT_ID', oneWord, undefined, missing);
  const settings = {
    clientSecret: reader.get<string | undefined>('OIDC_CLIENT_SECRET', oneLine, undefined),
    name: reader.get('OIDC_NAME', shownText, 'OpenID Connect'),
    scopes: reader.get('OIDC_SCOPES', scopeList, 'openid profile email'),
    create: reader.get<OidcCreate>('OIDC_CREATE', creation, 'never'),
    linkByEmail: reader.get('OIDC_LINK_EMAIL', trueOrFalse, false),
    staff: reader.get<ClaimRule | undefined>('OIDC_STAFF', claimRule, undefined),
    operators: reader.get<ClaimRule | undefined>('OIDC_OPERATORS', claimRule, undefined),
    only: reader.get('OIDC_ONLY', trueOrFalse, false),
  };
  if (settings.only && !isOn) reader.faults.push('OIDC_ONLY needs OIDC_ISSUER: nobody could sign in');
  // A missing client id has already been recorded as a fault, which prevents the start.
  return issuer === undefined || clientId === undefined ? undefined : { issuer, clientId, ...settings };
}

const ISSUER_MAX_LENGTH = 255;

/** Accepts an issuer identifier. Secrets are sent to its endpoints, so it is `https`, or `http` on this machine. */
const issuerAddress: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  const isBare = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isSafe || !isBare || value.length > ISSUER_MAX_LENGTH) {
    throw new Error('must be an https address such as https://id.example.com/realms/home, as the provider states it');
  }
  return value;
};

const scopeList: Parser<string> = (value) => {
  const scopes = value.split(/\s+/);
  if (!scopes.includes('openid') || !scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw new Error('must be words separated by blanks, with openid among them');
  }
  return scopes.join(' ');
};

const creation: Parser<OidcCreate> = (value) => {
  const words: Readonly<Record<string, OidcCreate>> = { false: 'never', true: 'policy', always: 'always' };
  const word = words[value.toLowerCase()];
  if (!word) throw new Error('must be true, false or always');
  return word;
};

/** Accepts `groups=vigia-admins`; the value may contain further equals signs. */
const claimRule: Parser<ClaimRule> = (value) => {
  const [, claim, wanted] = /^([^=\s]+)=(.+)$/.exec(value) ?? [];
  if (!claim || !wanted) throw new Error('must be a claim and its value, such as groups=vigia-staff');
  return { claim, value: wanted };
};
