import type { ClaimRule } from '../../../settings/oidc-settings.js';

/** Claims of an ID token or of the userinfo endpoint, as received. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person as described by the provider. Texts are untrusted: no length or character is guaranteed. */
export interface ProvidedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's session, for its back-channel logout. */
  readonly sessionId: string | undefined;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Username that the person has at the provider. */
  readonly username: string;
  readonly firstName: string;
  /** Last authentication at the provider; undefined if the provider doesn't say. */
  readonly authenticatedAt: Date | undefined;
  readonly hasSecondFactor: boolean;
  /** All claims, for rules about roles. */
  readonly claims: Claims;
}

/**
 * Methods of authentication (RFC 8176) that show a second factor, or a device that stands for two: an app's code, a
 * message, a card, or a key held in hardware or software. A fingerprint or a password alone does not count.
 */
const SECOND_FACTOR_METHODS: ReadonlySet<unknown> = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc', 'sms']);

/** Levels of authentication (`acr`) that are defined to need more than a password. */
const SECOND_FACTOR_LEVELS: ReadonlySet<unknown> = new Set([
  'phr',
  'phrh',
  'aal2',
  'aal3',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
]);

/**
 * Whether a `sub` or `sid` can be stored and compared as it is: 1 to 255 printable characters of ASCII, as OpenID Connect
 * limits a `sub`.
 */
export function isIdentifier(text: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(text);
}

/** Whether the provider says that it asked for a second factor. */
function hasSecondFactor({ amr, acr }: Claims): boolean {
  return listOf(amr).some((method) => SECOND_FACTOR_METHODS.has(method)) || SECOND_FACTOR_LEVELS.has(acr);
}

/** Whether a rule applies: the claim is the value, or a list that has it. Numbers and booleans count by their text. */
export function matchesClaim(claims: Claims, { claim, value }: ClaimRule): boolean {
  const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return listOf(given).some((item) => isPlain(item) && String(item) === value);
}

/** Describes the person of a verified ID token, with the claims of the userinfo endpoint, which often has more. */
export function readPerson(idToken: Claims, userInfo: Claims): ProvidedPerson {
  const claims = { ...idToken, ...userInfo };
  const { iss, sub, sid, auth_time: authTime } = idToken;
  const email = textOf(claims.email).trim();
  return {
    issuer: textOf(iss),
    subject: textOf(sub),
    sessionId: typeof sid === 'string' && sid !== '' ? sid : undefined,
    email,
    // Each source vouches for its own address alone: people may be able to change the one of the userinfo endpoint.
    emailVerified: [idToken, userInfo].some(
      (source) => email !== '' && textOf(source.email).trim() === email && isVerified(source),
    ),
    username: textOf(claims.preferred_username) || textOf(claims.nickname),
    firstName: textOf(claims.given_name) || textOf(claims.name),
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
    // Only the ID token describes this login; userinfo describes the account.
    hasSecondFactor: hasSecondFactor(idToken),
    claims,
  };
}

/** Whether the address of some claims is verified. Some providers send the text "true". */
function isVerified({ email_verified: verified }: Claims): boolean {
  return verified === true || verified === 'true';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
