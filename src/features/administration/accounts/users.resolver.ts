import { Arg, Args, Authorized, Ctx, Directive, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection, type Connection, connectionType } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  ASKS_AGAIN,
  audited,
  CREDENTIAL_FIELD,
  NO_PERSONAL_TOKEN,
  scope,
} from '../../../platform/graphql/field-marks.js';
import { ForwardArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { requireViewer, STAFF } from '../../../platform/graphql/viewer-guard.js';
import type { MachineChoice } from '../../../shared/identity/machine-access.js';
import { flagsOf, type Role } from '../../../shared/identity/role.js';
import { ACCOUNTS_AT_ONCE_MAX, type AccountAccess } from '../../accounts/editing/account-access.js';
import type { AccountChanges } from '../../accounts/editing/account-changes.js';
import type { AccountStatus } from '../../accounts/editing/account-status.js';
import type { Registration } from '../../accounts/registration/registration.js';
import type { SecondFactorChanges } from '../../accounts/second-factor/second-factor-changes.js';
import type { SecondFactors } from '../../accounts/second-factor/second-factors.js';
import { ACCESS_TAGS_MAX, typedAccess } from '../../accounts/users/read-machine-access.js';
import { MachineAccessType, RoleType } from '../../accounts/users/rights.type.js';
import type { User } from '../../accounts/users/user.entity.js';
import { type SeenByStaff, UserType, userForStaff } from '../../accounts/users/user.type.js';
import type { UserDirectory } from '../../accounts/users/user-directory.js';
import { originOfStaff } from '../origin-of-staff.js';
import { CreateUserInput } from './create-user.input.js';

const UserConnection = connectionType(UserType, 'User');

const accountArg = { description: 'Any spelling that logs in to the account; NOT_FOUND if there is none.' };

interface UsersDeps {
  readonly userDirectory: UserDirectory;
  readonly registration: Registration;
  readonly accountStatus: AccountStatus;
  readonly accountAccess: AccountAccess;
  readonly accountChanges: AccountChanges;
  readonly secondFactors: SecondFactors;
  readonly secondFactorChanges: SecondFactorChanges;
}

/** Lets staff manage accounts (contract 2, `/admin/`; contract 3). Usernames may be given in any spelling. */
@Resolver()
export class UsersResolver {
  constructor(private readonly deps: UsersDeps) {}

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(50) })
  @Query(() => UserConnection, { description: 'All accounts, newest first. For staff.' })
  async users(
    @Args(() => ForwardArgs) paging: ForwardArgs,
    @Arg('search', () => String, {
      nullable: true,
      description:
        'Part of a username, e-mail address or first name, in any case; one or two characters match the beginning of a name.',
    })
    search: string | null | undefined,
    @Arg('isActive', () => Boolean, {
      nullable: true,
      description: 'Filter: accounts that may log in, or those that may not.',
    })
    isActive: boolean | null | undefined,
    @Arg('isStaff', () => Boolean, {
      nullable: true,
      description: 'Filter: accounts with the staff role, or those without.',
    })
    isStaff: boolean | null | undefined,
    @Arg('role', () => RoleType, {
      nullable: true,
      description: 'Filter: accounts with exactly this role, instead of `isStaff`.',
    })
    role: Role | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<Connection<UserType>> {
    const viewer = await requireViewer(context);
    const filter = {
      search: search ?? undefined,
      isActive: isActive ?? undefined,
      ...(role ? flagsOf(role) : { isStaff: isStaff ?? undefined }),
    };
    const page = await this.deps.userDirectory.page(filter, readPageRequest(paging, ['number']));
    const seen = await this.#readSeenByStaff(page.items);
    return buildConnection(page, (user) => userForStaff(user, viewer, seen));
  }

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => UserType, { description: 'The account with a username. For staff.' })
  async user(
    @Arg('username', () => String, accountArg) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.deps.userDirectory.named(username), context);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...CREDENTIAL_FIELD, ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('register') })
  @Mutation(() => UserType, { description: 'Creates an account for somebody. For staff.' })
  async createUser(
    @Arg('input', () => CreateUserInput, {
      description: 'BAD_USER_INPUT names the fields that are not valid, as for `register`.',
    })
    { isStaff, role, machines, machineTags, ...form }: CreateUserInput,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const rights = {
      role: role ?? (isStaff ? 'STAFF' : undefined),
      access: typedAccess(machines, machineTags),
    } as const;
    const origin = await originOfStaff(context);
    const options = { ...rights, language: context.mailLanguage };
    return this.#shown(this.deps.registration.register(form, origin, options), context);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('activate') })
  @Mutation(() => UserType, { description: 'Reactivates an account. For staff.' })
  async activateUser(
    @Arg('username', () => String, accountArg) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await originOfStaff(context);
    return this.#shown(this.deps.accountStatus.activate(username, origin), context);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('deactivate') })
  @Mutation(() => UserType, {
    description: 'Deactivates an account and ends its sessions, tokens and sockets. For staff.',
  })
  async deactivateUser(
    @Arg('username', () => String, accountArg) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.deps.accountStatus.deactivate(username, await originOfStaff(context)), context);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('staff_grant', 'staff_revoke') })
  @Mutation(() => UserType, { description: 'Grants or revokes the staff role. For staff.' })
  async setStaff(
    @Arg('username', () => String, accountArg) username: string,
    @Arg('isStaff', () => Boolean, { description: 'Whether to grant the role rather than to revoke it.' })
    isStaff: boolean,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await originOfStaff(context);
    return this.#shown(this.deps.accountStatus.setStaff(username, isStaff, origin), context);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...ASKS_AGAIN,
    ...audited('staff_grant', 'staff_revoke', 'role_change', 'machines_change'),
  })
  @Mutation(() => [UserType], {
    description:
      'Sets what accounts may do and which machines they see: all of them or, if one is unknown, none. For staff.',
  })
  async setUserAccess(
    @Arg('usernames', () => [String], {
      description: `Names of 1 to ${ACCOUNTS_AT_ONCE_MAX} accounts, in any spelling that logs in to them.`,
    })
    usernames: string[],
    @Arg('role', () => RoleType, { nullable: true, description: 'New role; each keeps its own if omitted.' })
    role: Role | null | undefined,
    @Arg('machines', () => MachineAccessType, {
      nullable: true,
      description: 'Machines that they see as members; each keeps its own if omitted.',
    })
    machines: MachineChoice | null | undefined,
    @Arg('machineTags', () => [String], {
      nullable: true,
      description: `Tags of these machines, for TAGGED; at most ${ACCESS_TAGS_MAX}.`,
    })
    machineTags: string[] | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType[]> {
    const rights = { role: role ?? undefined, access: typedAccess(machines, machineTags) };
    const named = new Map(usernames.map((name) => [name, rights]));
    const users = await this.deps.accountAccess.set(named, await originOfStaff(context));
    const viewer = await requireViewer(context);
    const seen = await this.#readSeenByStaff(users);
    return users.map((user) => userForStaff(user, viewer, seen));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...CREDENTIAL_FIELD, ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('password_set') })
  @Mutation(() => UserType, {
    description: 'Sets the password of an account, and ends its sessions, tokens and sockets. For staff.',
  })
  async setUserPassword(
    @Arg('username', () => String, accountArg) username: string,
    @Arg('password', () => String, {
      description:
        "New password: 8 characters or more, at most 4,096 bytes; not common, all digits, or similar to the account's data.",
    })
    password: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await originOfStaff(context);
    return this.#shown(this.deps.accountChanges.setPassword(username, password, origin), context);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('sessions_end') })
  @Mutation(() => UserType, {
    description: 'Ends the sessions, tokens and sockets of an account; it can log in again. For staff.',
  })
  async endUserSessions(
    @Arg('username', () => String, accountArg) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.deps.accountChanges.endSessions(username, await originOfStaff(context)), context);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('factors_reset') })
  @Mutation(() => UserType, {
    description:
      'Removes all second factors of an account whose owner has lost them, and ends its sessions, tokens and sockets. For staff.',
  })
  async resetUserFactors(
    @Arg('username', () => String, accountArg) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.deps.secondFactorChanges.reset(username, await originOfStaff(context)), context);
  }

  async #shown(found: Promise<User>, context: GraphQLContext): Promise<UserType> {
    const user = await found;
    return userForStaff(user, await requireViewer(context), await this.#readSeenByStaff([user]));
  }

  async #readSeenByStaff(users: readonly User[]): Promise<SeenByStaff> {
    const { userDirectory, secondFactors } = this.deps;
    const lastStaffId = await userDirectory.lastStaffId();
    const withFactor = await secondFactors.usersWith(users.map(({ id }) => id));
    const lost = users.filter(({ secondFactorLost }) => secondFactorLost).map(({ id }) => id);
    return { lastStaffId, withFactor: new Set([...withFactor, ...lost]) };
  }
}
