import { createContext, use } from 'react';

/** The id of the host that the page is about; undefined for the one that is meant when none is named. */
export const ShownHostContext = createContext<string | undefined>(undefined);

/** For the argument `host` of what is asked for. */
export function useShownHost(): string | undefined {
  return use(ShownHostContext);
}
