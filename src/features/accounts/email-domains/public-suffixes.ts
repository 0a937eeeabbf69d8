import { getPublicSuffix } from 'tldts';

/**
 * Whether a domain is on the Public Suffix List (`com.br`, `co.uk`, `or.jp`). Blocking one could lock out a whole
 * country.
 */
export function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: false }) === domain;
}
