import type { graphql } from 'gql.tada';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { tagsOfText } from './tags-of-text';

export type Role = ReturnType<typeof graphql.scalar<'Role'>>;
export type MachineAccess = ReturnType<typeof graphql.scalar<'MachineAccess'>>;

/** Role of an account and the machines that it sees, as typed. */
export interface Rights {
  readonly role: Role;
  /** `POLICY` stands for what new accounts see. */
  readonly machines: MachineAccess | 'POLICY';
  /** Tags, separated by commas. */
  readonly tags: string;
}

export const roleNames = {
  MEMBER: 'ui.rights.roles.MEMBER',
  OPERATOR: 'ui.rights.roles.OPERATOR',
  STAFF: 'ui.rights.roles.STAFF',
} as const satisfies Record<Role, MessageKey>;

/** Returns the arguments for the typed rights. Only members have a choice of machines. */
export function argumentsOf({ role, machines, tags }: Rights) {
  if (role !== 'MEMBER' || machines === 'POLICY') return { role, machines: null, machineTags: null };
  return { role, machines, machineTags: machines === 'TAGGED' ? tagsOfText(tags) : null };
}

/** Describes the machines that an account sees; undefined for all of them. */
export function describeMachines(machines: MachineAccess | null, tags: readonly string[] | null): string | undefined {
  if (machines === 'NONE') return t('ui.rights.seesNone');
  return machines === 'TAGGED' ? t('ui.rights.seesTagged', { tags: (tags ?? []).join(', ') }) : undefined;
}
