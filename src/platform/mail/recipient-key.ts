import { createHash } from 'node:crypto';
import { canonicalDomain } from '../../shared/addresses/domain-names.js';

/**
 * An address as it is compared with others, hashed, so that it is not stored a second time. In capitals or not it is the
 * same mailbox nearly everywhere; what else a provider takes for the same, such as `ana+1`, is for the provider to know.
 */
export function recipientKey(address: string): string {
  const { local, domain } = partsOf(address);
  return hashOf(local, domain);
}

/**
 * The mailbox that an address probably leads to, hashed: without what follows a `+`, and, at Gmail, without dots and by one
 * of its two domains. For limits alone: where a provider tells such addresses apart, they are still two people's.
 */
export function mailboxKey(address: string): string {
  const { local, domain } = partsOf(address);
  // An address that begins with the sign has no name before it.
  const name = local.replace(/(?<=.)\+.*$/su, '');
  if (!GMAIL_DOMAINS.includes(domain)) return hashOf(name, domain);
  return hashOf(name.replaceAll('.', ''), 'gmail.com');
}

const GMAIL_DOMAINS: readonly string[] = ['gmail.com', 'googlemail.com'];

function partsOf(address: string): { readonly local: string; readonly domain: string } {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  return { local: address.slice(0, at).normalize('NFKC').toLowerCase(), domain: canonicalDomain(domain) ?? domain };
}

function hashOf(local: string, domain: string): string {
  return createHash('sha256').update(`${local}@${domain}`).digest('base64url');
}
