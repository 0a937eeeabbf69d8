import type { Role } from './role.js';

/** Machines that an account may see: all, those that have one of its tags, or none. */
export const machineChoices = ['ALL', 'TAGGED', 'NONE'] as const;

export type MachineChoice = (typeof machineChoices)[number];

/**
 * The machines that a caller sees. Whatever tells of a machine asks {@link seesMachine}: what is not visible does not
 * exist for the caller (decision 109, promise 59).
 */
export interface MachineAccess {
  readonly machines: MachineChoice;
  /** Tags in lower case and in alphabetical order; empty unless the choice is `TAGGED`. */
  readonly machineTags: readonly string[];
}

export const ALL_MACHINES: MachineAccess = { machines: 'ALL', machineTags: [] };
export const NO_MACHINES: MachineAccess = { machines: 'NONE', machineTags: [] };

/** Whether a machine is visible. A retired one keeps its tags. */
export function seesMachine({ machines, machineTags }: MachineAccess, host: { readonly tags: readonly string[] }) {
  return machines === 'ALL' || (machines === 'TAGGED' && host.tags.some((tag) => machineTags.includes(tag)));
}

/** Whether two callers see the same machines, at present and later. */
export function isSameAccess(a: MachineAccess, b: MachineAccess): boolean {
  return accessKey(a) === accessKey(b);
}

/** Returns a text that is the same for equal access, to compare and to cache by. */
export function accessKey({ machines, machineTags }: MachineAccess): string {
  return JSON.stringify([machines, machines === 'TAGGED' ? machineTags : []]);
}

/** Columns of an account's access; tags are a JSON list. */
interface StoredAccess {
  readonly machines: MachineChoice;
  readonly machineTags: string;
}

/**
 * Returns the machines that an account sees. Operators and staff see all of them, since rules, silences and previews
 * reach every machine; the stored choice counts again when the role is taken away.
 */
export function accessOf(role: Role, stored: StoredAccess): MachineAccess {
  return role === 'MEMBER' ? storedAccess(stored) : ALL_MACHINES;
}

/** Returns the stored choice, whatever the role. */
export function storedAccess({ machines, machineTags }: StoredAccess): MachineAccess {
  if (machines !== 'TAGGED') return machines === 'ALL' ? ALL_MACHINES : NO_MACHINES;
  return { machines, machineTags: JSON.parse(machineTags) as string[] };
}

/** Returns the columns for a choice. */
export function columnsOf({ machines, machineTags }: MachineAccess): StoredAccess {
  return { machines, machineTags: JSON.stringify(machines === 'TAGGED' ? machineTags : []) };
}
