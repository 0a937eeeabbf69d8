import { hostname } from 'node:os';

/** What this machine is called. */
export function machineName(): string {
  return hostname();
}
