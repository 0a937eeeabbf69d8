import { Secret, TOTP } from 'otpauth';

/** The seconds for which a code is shown (RFC 6238). */
const TOTP_SECONDS = 30;

/** How many steps of time a clock may be off, to either side. */
const TOLERANCE_STEPS = 1;

/** How many steps a clock may be off for its owner to be told so: ten minutes, to either side. */
const CLOCK_OFF_STEPS = 20;

const SECRET_BYTES = 20;
const SIX_DIGITS = /^\d{6}$/;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * What an authenticator app takes from a QR code: the secret, and how the app is to name it. A colon parts issuer and
 * account; apps refuse a second one, also an encoded one, as of a port.
 */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  const [ofService, label] = [issuer, username].map((text) => text.replaceAll(':', '-')) as [string, string];
  return new TOTP({ issuer: ofService, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Whether a text can be a code of an app. */
export function isAppCode(code: string): boolean {
  return SIX_DIGITS.test(code);
}

/** The step of time that a code belongs to; undefined when it is not one of now, or of a step before or after. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const found = foundStep(secret, code, { now, window: TOLERANCE_STEPS });
  return found?.step;
}

/** The step of a code that is right at another time, up to ten minutes from now, and how far ahead that is. */
export function stepOfOtherTime(
  secret: string,
  code: string,
  now: Date,
): { readonly step: number; readonly stepsAhead: number } | undefined {
  const found = foundStep(secret, code, { now, window: CLOCK_OFF_STEPS });
  return found && Math.abs(found.stepsAhead) > TOLERANCE_STEPS ? found : undefined;
}

/** By how much a clock is off whose codes are of another step. */
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
