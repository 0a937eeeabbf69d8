/** Maximum length of an address in an SMTP command (RFC 5321 §4.5.3.1.3), in characters. */
export const EMAIL_MAX_LENGTH = 254;

/**
 * Whether a string is a single e-mail address: a local part of ordinary characters, `@`, and a domain of one label or
 * more. Such a string cannot end a header or an SMTP command, or name a second recipient.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && ADDRESS.test(text);
}

/** Like {@link isEmailAddress}, but only for addresses on the internet: `ana@localhost` is not one. */
export function isPublicEmailAddress(text: string): boolean {
  return isEmailAddress(text) && /@.*\.[^.]{2,}$/u.test(text);
}

const ATOM = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`, 'u');
