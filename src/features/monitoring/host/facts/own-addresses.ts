import { networkInterfaces } from 'node:os';

/** Every address that this machine has at the moment. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
