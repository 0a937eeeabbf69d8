import { message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import {
  ALL_MACHINES,
  type MachineAccess,
  type MachineChoice,
  NO_MACHINES,
} from '../../../shared/identity/machine-access.js';
import { normalizeTags, tagFault } from '../../../shared/identity/machine-tags.js';

/** Maximum number of tags of an account. */
export const ACCESS_TAGS_MAX = 20;

/** Machines that an account is to see, as typed by staff. */
export interface TypedAccess {
  readonly machines: MachineChoice;
  /** Must be given for `TAGGED`, and only then. */
  readonly machineTags?: readonly string[] | null | undefined;
}

/** Normalises access for storage. @throws {InvalidFields} naming `machineTags`. */
function readMachineAccess({ machines, machineTags }: TypedAccess): MachineAccess {
  const tags = normalizeTags(machineTags ?? []);
  const fault = findFault(machines, tags);
  if (fault) throw new InvalidFields({ machineTags: [fault] });
  if (machines === 'TAGGED') return { machines, machineTags: tags };
  return machines === 'ALL' ? ALL_MACHINES : NO_MACHINES;
}

/** Like {@link readMachineAccess} for optional arguments; undefined if neither is given. @throws {InvalidFields} */
export function typedAccess(
  machines: MachineChoice | null | undefined,
  machineTags: readonly string[] | null | undefined,
): MachineAccess | undefined {
  if (machines) return readMachineAccess({ machines, machineTags });
  if (machineTags?.length) throw new InvalidFields({ machineTags: ['accounts.access.tagsWithoutChoice'] });
  return undefined;
}

function findFault(machines: MachineChoice, tags: readonly string[]): FieldErrors[string][number] | undefined {
  if (machines !== 'TAGGED') return tags.length > 0 ? 'accounts.access.tagsWithoutChoice' : undefined;
  if (tags.length === 0) return 'accounts.access.noTags';
  if (tags.length > ACCESS_TAGS_MAX) return message('accounts.access.tooManyTags', { maximum: ACCESS_TAGS_MAX });
  return tags.map(tagFault).find((fault) => fault !== undefined);
}
