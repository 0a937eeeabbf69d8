import { domainToASCII, domainToUnicode } from 'node:url';

/** The longest domain, in characters of its ASCII form (RFC 1035 §2.3.4). */
const DOMAIN_MAX_LENGTH = 253;

/** Each character of a domain may be typed as two halves, and with marks that become one with it. */
const TYPED_MAX_LENGTH = 4 * DOMAIN_MAX_LENGTH;

/**
 * A domain in the one form in which it is compared: small letters, punycode, no trailing dot; undefined if none. The
 * text comes from strangers: its length is limited before it is normalised, which may multiply it, and again afterwards.
 */
export function canonicalDomain(typed: string): string | undefined {
  const text = typed.trim();
  if (text.length > TYPED_MAX_LENGTH) return undefined;
  const domain = domainToASCII(text.normalize('NFKC').replace(/\.$/, ''));
  return domain.length <= DOMAIN_MAX_LENGTH && /^[\w-]+(?:\.[\w-]+)+$/.test(domain) ? domain : undefined;
}

/** A label of a domain of mail: letters, digits, and hyphens within (RFC 5321 §4.1.2). */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** The last label has no digits, unless it is punycode: so no address of a machine is taken for a domain. */
const MAIL_DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--${LABEL})$`);

/** Whether a canonical domain is one that mail can be addressed to. */
export function isMailDomain(domain: string): boolean {
  // What is no punycode stays as it is.
  const isReadable = domainToUnicode(domain)
    .split('.')
    .every((label) => !label.startsWith('xn--'));
  return isReadable && MAIL_DOMAIN.test(domain);
}

/** A canonical domain and its parent domains, the longest first. */
export function domainAndParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_label, index) => labels.slice(index).join('.'));
}
