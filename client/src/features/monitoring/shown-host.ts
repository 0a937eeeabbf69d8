import { createContext, use } from 'react';

/** Id of the host that the page is about; undefined for the default host. */
export const ShownHostContext = createContext<string | undefined>(undefined);

/** Returns the value for the `host` argument of queries. */
export function useShownHost(): string | undefined {
  return use(ShownHostContext);
}
