import { createHash } from 'node:crypto';
import { canonicalDomain } from '../shared/addresses/domain-names.js';

/**
 * An address as it is compared with others, hashed, so that it is not stored a second time. In capitals or not it is the
 * same mailbox nearly everywhere; what else a provider takes for the same, such as `ana+1`, is for the provider to know.
 */
export function recipientKey(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const compared = `${address.slice(0, at).normalize('NFKC').toLowerCase()}@${canonicalDomain(domain) ?? domain}`;
  return createHash('sha256').update(compared).digest('base64url');
}
