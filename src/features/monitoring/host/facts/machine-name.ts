import { hostname } from 'node:os';

export function machineName(): string {
  return hostname();
}
