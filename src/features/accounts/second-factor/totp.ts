import { Secret, TOTP } from 'otpauth';

/** Lifetime of a code in seconds (RFC 6238). */
const TOTP_SECONDS = 30;

/** Tolerated clock offset in time steps, in either direction. */
const TOLERANCE_STEPS = 1;

/** Maximum clock offset that is reported to the user, in steps: ten minutes, in either direction. */
const CLOCK_OFF_STEPS = 20;

const SECRET_BYTES = 20;
const SIX_DIGITS = /^\d{6}$/;

/** Returns a new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * Returns the content of the app's QR code: the secret, and the name displayed by the app. A colon separates issuer and
 * account; apps reject a second one, e.g. before a port, even if it is encoded.
 */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  const [ofService, label] = [issuer, username].map((text) => text.replaceAll(':', '-')) as [string, string];
  return new TOTP({ issuer: ofService, label, secret: Secret.fromBase32(secret) }).toString();
}

export function isAppCode(code: string): boolean {
  return SIX_DIGITS.test(code);
}

/** Returns the time step of a code; undefined unless it is the current, previous or next one. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const found = foundStep(secret, code, { now, window: TOLERANCE_STEPS });
  return found?.step;
}

/** Returns the step of a code that is correct for another time, up to ten minutes from now, and how far it is ahead. */
export function stepOfOtherTime(
  secret: string,
  code: string,
  now: Date,
): { readonly step: number; readonly stepsAhead: number } | undefined {
  const found = foundStep(secret, code, { now, window: CLOCK_OFF_STEPS });
  return found && Math.abs(found.stepsAhead) > TOLERANCE_STEPS ? found : undefined;
}

export function secondsOff(stepsAhead: number): number {
  return Math.abs(stepsAhead) * TOTP_SECONDS;
}

function foundStep(secret: string, code: string, { now, window }: { readonly now: Date; readonly window: number }) {
  if (!isAppCode(code)) return undefined;
  const timestamp = now.getTime();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: TOTP_SECONDS });
  const stepsAhead = totp.validate({ token: code, timestamp, window });
  return stepsAhead === null ? undefined : { step: totp.counter({ timestamp }) + stepsAhead, stepsAhead };
}
