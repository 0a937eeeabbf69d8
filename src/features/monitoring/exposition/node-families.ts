import { hardwareFamilies } from './hardware-families.js';
import { kernelFamilies } from './kernel-families.js';
import { networkFamilies } from './network-families.js';
import type { NodeFamily } from './node-family.js';
import { findOpenFamily } from './open-families.js';
import { storageFamilies } from './storage-families.js';

/**
 * The families of node_exporter 1.x that a machine under Linux may have, besides those that the kernel's own names
 * make (`findOpenFamily`). Their order is that of the exposition.
 */
export const nodeFamilies: readonly NodeFamily[] = [
  ...kernelFamilies,
  ...storageFamilies,
  ...networkFamilies,
  ...hardwareFamilies,
];

const byName = new Map(nodeFamilies.map((family) => [family.name, family]));

/** Returns the definition of a family; undefined for a name that no machine may use (contract 14). */
export function findNodeFamily(name: string): NodeFamily | undefined {
  return byName.get(name) ?? findOpenFamily(name);
}
