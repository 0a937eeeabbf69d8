import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import type { MachineChoice } from '../../../shared/identity/machine-access.js';
import type { Role } from '../../../shared/identity/role.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { rightsOf } from './account-rights.js';
import { MachineAccessType, RoleType } from './rights.type.js';
import type { User } from './user.entity.js';

export function ownUser(viewer: Omit<Viewer, 'preferences' | 'credential'>): UserType {
  const { userId, username, email, firstName, isStaff, role, machines, machineTags, dateJoined, lastLogin } = viewer;
  const rights = { role, machines, machineTags };
  const own = { id: globalId('User', userId), username, email, firstName, isAuthenticated: true, ...rights };
  return isStaff ? { ...own, ...forStaff({ isActive: true, isStaff, dateJoined, lastLogin }) } : { ...own, ...HIDDEN };
}

/** Shapes an account for the visitor who has just registered it. */
export function newUser({ id, username, email, firstName }: User): UserType {
  const rights = { role: null, machines: null, machineTags: null };
  return { id: globalId('User', id), username, email, firstName, isAuthenticated: false, ...rights, ...HIDDEN };
}

/** Information for staff that an account's row does not contain. */
export interface SeenByStaff {
  /** Id of the last active staff account, if there is only one. */
  readonly lastStaffId: number | undefined;
  /** Ids of accounts that have a second factor, or have lost one in an import. */
  readonly withFactor: ReadonlySet<number>;
}

export function userForStaff(user: User, viewer: Viewer, { lastStaffId, withFactor }: SeenByStaff): UserType {
  const { id, username, email, firstName } = user;
  return {
    ...{ id: globalId('User', id), username, email, firstName, isAuthenticated: id === viewer.userId },
    ...forStaff(user),
    ...shownRights(user),
    isLastStaff: id === lastStaffId,
    hasSecondFactor: withFactor.has(id),
  };
}

function shownRights(user: User): Pick<UserType, 'role' | 'machines' | 'machineTags'> {
  const { role, machines, machineTags } = rightsOf(user);
  return { role, machines, machineTags };
}

/** Fields that are null for everyone but staff (contract 3). */
type StaffOnlyFields = Pick<
  UserType,
  'isActive' | 'isStaff' | 'dateJoined' | 'lastLogin' | 'isLastStaff' | 'hasSecondFactor'
>;

const HIDDEN: StaffOnlyFields = {
  isActive: null,
  isStaff: null,
  dateJoined: null,
  lastLogin: null,
  isLastStaff: null,
  hasSecondFactor: null,
};

function forStaff(user: Pick<User, 'isActive' | 'isStaff' | 'dateJoined' | 'lastLogin'>): StaffOnlyFields {
  return {
    isActive: user.isActive,
    isStaff: user.isStaff,
    dateJoined: user.dateJoined.toISOString(),
    lastLogin: user.lastLogin?.toISOString() ?? null,
    isLastStaff: null,
    hasSecondFactor: null,
  };
}

/** GraphQL type of an account (contract 3). */
@ObjectType('User', { implements: NodeType, description: 'An account.' })
export class UserType implements NodeType {
  @Field(() => ID, { description: 'Unique, and the same for as long as the account exists.' })
  id!: string;

  @Field(() => String, { description: 'Unique, whatever the case; up to 150 characters.' })
  username!: string;

  @Field(() => String, { description: 'Address for mail from the service, such as a forgotten password.' })
  email!: string;

  @Field(() => String, { description: 'First name, 1 to 150 characters.' })
  firstName!: string;

  @Field(() => Boolean, { description: 'Whether the caller is signed in as this account.' })
  isAuthenticated!: boolean;

  @Field(() => RoleType, { nullable: true, description: 'Role; null to all but staff and the account itself.' })
  role!: Role | null;

  @Field(() => MachineAccessType, {
    nullable: true,
    description: 'Machines that it sees: operators and staff see ALL. Null to all but staff and the account itself.',
  })
  machines!: MachineChoice | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Tags of the machines that it sees; empty unless `machines` is TAGGED. Null to all but staff and the account itself.',
  })
  machineTags!: readonly string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it has the staff role; null to all but staff.' })
  isStaff!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it may log in; null to all but staff.' })
  isActive!: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was created: ISO 8601, UTC, milliseconds; null to all but staff.',
  })
  dateJoined!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time of the last login: ISO 8601, UTC, milliseconds; null for never, and to all but staff.',
  })
  lastLogin!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether it is the last active account with the staff role, which can be neither deactivated nor demoted. Null except in queries for staff.',
  })
  isLastStaff!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its password is not enough to log in: it has a second factor, or had one that an import could not take over. Null except in queries for staff.',
  })
  hasSecondFactor!: boolean | null;
}
