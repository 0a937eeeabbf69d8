import { domainToASCII, domainToUnicode } from 'node:url';

/** Maximum length of a domain in its ASCII form, in characters (RFC 1035 §2.3.4). */
const DOMAIN_MAX_LENGTH = 253;

/** Each character of a domain may be typed as two surrogates, and with combining marks. */
const TYPED_MAX_LENGTH = 4 * DOMAIN_MAX_LENGTH;

/**
 * Normalises a domain for comparison: lower case, punycode, no trailing dot; undefined if invalid. The input is
 * untrusted, so its length is limited both before normalising, which may multiply it, and afterwards.
 */
export function canonicalDomain(typed: string): string | undefined {
  const text = typed.trim();
  if (text.length > TYPED_MAX_LENGTH) return undefined;
  const domain = domainToASCII(text.normalize('NFKC').replace(/\.$/, ''));
  return domain.length <= DOMAIN_MAX_LENGTH && /^[\w-]+(?:\.[\w-]+)+$/.test(domain) ? domain : undefined;
}

/** A label of a mail domain: letters, digits, and inner hyphens (RFC 5321 §4.1.2). */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** The last label has no digits unless it is punycode, which keeps an IP address from passing for a domain. */
const MAIL_DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--${LABEL})$`);

/** Whether mail can be addressed to a canonical domain. */
export function isMailDomain(domain: string): boolean {
  // Invalid punycode is left as is.
  const isReadable = domainToUnicode(domain)
    .split('.')
    .every((label) => !label.startsWith('xn--'));
  return isReadable && MAIL_DOMAIN.test(domain);
}

/** Returns a canonical domain and its parent domains, longest first. */
export function domainAndParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_label, index) => labels.slice(index).join('.'));
}
