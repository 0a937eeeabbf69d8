import { createHash } from 'node:crypto';
import { canonicalDomain } from '../../shared/addresses/domain-names.js';

/**
 * Returns a hash for comparing addresses, which avoids storing the address a second time. Case is ignored, as by nearly
 * all providers; provider-specific aliases such as `ana+1` stay distinct.
 */
export function recipientKey(address: string): string {
  const { local, domain } = partsOf(address);
  return computeHash(local, domain);
}

/**
 * Returns a hash of the mailbox that an address probably leads to. It ignores any `+` suffix and, for Gmail, dots and
 * the choice between its two domains. For rate limits only, since some providers assign such addresses to different
 * people.
 */
export function mailboxKey(address: string): string {
  const { local, domain } = partsOf(address);
  // A leading `+` is kept because nothing comes before it.
  const name = local.replace(/(?<=.)\+.*$/su, '');
  if (!GMAIL_DOMAINS.includes(domain)) return computeHash(name, domain);
  return computeHash(name.replaceAll('.', ''), 'gmail.com');
}

const GMAIL_DOMAINS: readonly string[] = ['gmail.com', 'googlemail.com'];

function partsOf(address: string): { readonly local: string; readonly domain: string } {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  return { local: address.slice(0, at).normalize('NFKC').toLowerCase(), domain: canonicalDomain(domain) ?? domain };
}

function computeHash(local: string, domain: string): string {
  return createHash('sha256').update(`${local}@${domain}`).digest('base64url');
}
