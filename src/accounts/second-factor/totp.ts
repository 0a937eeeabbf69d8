import { Secret, TOTP } from 'otpauth';

/** The seconds for which a code is shown (RFC 6238). */
const TOTP_SECONDS = 30;

/** How many steps of time a clock may be off, to either side. */
const TOLERANCE_STEPS = 1;

const SECRET_BYTES = 20;
const SIX_DIGITS = /^\d{6}$/;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app takes from a QR code: the secret, and how the app is to name it. */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  return new TOTP({ issuer, label: username, secret: Secret.fromBase32(secret) }).toString();
}

/** Whether a text can be a code of an app. */
export function isAppCode(code: string): boolean {
  return SIX_DIGITS.test(code);
}

/** The step of time that a code belongs to; undefined when it is not one of now, or of a step before or after. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  if (!isAppCode(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: TOTP_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: TOLERANCE_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp: now.getTime() }) + delta;
}
