import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** The administration's query string, with a way to change it. */
export interface Address {
  readonly words: URLSearchParams;
  go(words: readonly (readonly [name: string, value: string])[]): void;
  /** The router's link component. */
  readonly Link: ComponentType<{ className: string; href: string; children: ReactNode }>;
}

/**
 * Passes the query string down to the sections. If a section imported the router itself, the router would be split from
 * the initial bundle, and the first load would grow.
 */
export const AddressContext = createContext<Address | null>(null);

export function useAddress(): Address {
  const address = use(AddressContext);
  if (!address) throw new Error('No address: render the section inside AddressContext');
  return address;
}
