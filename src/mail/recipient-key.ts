import { createHash } from 'node:crypto';
import { canonicalDomain } from '../shared/domain-names.js';

/**
 * The hash by which addresses are compared, so that the address itself is not stored a second time. Case is ignored, as
 * nearly all providers do. Other aliases, such as `ana+1`, differ between providers, and count as different addresses.
 */
export function recipientKey(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const compared = `${address.slice(0, at).normalize('NFKC').toLowerCase()}@${canonicalDomain(domain) ?? domain}`;
  return createHash('sha256').update(compared).digest('base64url');
}
