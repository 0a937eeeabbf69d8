import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** The query string of the administration, and how to change it. */
export interface Address {
  readonly words: URLSearchParams;
  go(words: readonly (readonly [name: string, value: string])[]): void;
  /** The router's own link. */
  readonly Link: ComponentType<{ className: string; href: string; children: ReactNode }>;
}

/**
 * Hands the address down to the sections. One that imported the router itself would have it split from what every page
 * loads first, which then grows.
 */
export const AddressContext = createContext<Address | null>(null);

/** The address as it is now. */
export function useAddress(): Address {
  const address = use(AddressContext);
  if (!address) throw new Error('There is no address: put the section below AddressContext');
  return address;
}
