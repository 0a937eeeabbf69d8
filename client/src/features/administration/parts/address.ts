import { createContext, use } from 'react';

/** What the address of the administration says behind the question mark, and the way to say something else there. */
export interface Address {
  readonly words: URLSearchParams;
  go(words: readonly (readonly [name: string, value: string])[]): void;
}

/**
 * Hands the address down to the sections. One that imported the router itself would have it split from what every page
 * loads first, which then grows.
 */
export const AddressContext = createContext<Address>({ words: new URLSearchParams(), go: () => {} });

/** The address as it is now. */
export function useAddress(): Address {
  return use(AddressContext);
}
