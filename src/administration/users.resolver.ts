import { Arg, Authorized, Ctx, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Reauthentication } from '../accounts/authentication/reauthentication.js';
import type { Registration } from '../accounts/registration/registration.js';
import type { AccountChanges } from '../accounts/users/account-changes.js';
import type { AccountStatus } from '../accounts/users/account-status.js';
import type { User } from '../accounts/users/user.entity.js';
import { UserType, userForStaff } from '../accounts/users/user.type.js';
import type { UserDirectory } from '../accounts/users/user-directory.js';
import type { Origin } from '../audit/origin.js';
import { type Connection, connectionOf, connectionType, readPageRequest } from '../graphql/connection.type.js';
import type { GraphQLContext } from '../graphql/context.js';
import { CREDENTIAL_FIELD } from '../graphql/field-marks.js';
import { ownPasswordArg } from '../graphql/own-password-arg.js';
import { requireViewer, STAFF } from '../graphql/viewer-guard.js';
import { CreateUserInput } from './create-user.input.js';
import { originOfStaff } from './origin-of-staff.js';

const UserConnection = connectionType(UserType, 'UserConnection');

interface UsersDeps {
  readonly userDirectory: UserDirectory;
  readonly reauthentication: Reauthentication;
  readonly registration: Registration;
  readonly accountStatus: AccountStatus;
  readonly accountChanges: AccountChanges;
}

/** Accounts in the hands of the staff (contract 2, `/admin/`; contract 3). A name may be given in any spelling. */
@Resolver()
export class UsersResolver {
  constructor(private readonly deps: UsersDeps) {}

  @Authorized(STAFF)
  @Query(() => UserConnection, { description: 'All accounts, the one made last first. For staff.' })
  async users(
    @Arg('first', () => Int, { defaultValue: 50, description: '1 to 100.' }) first: number,
    @Arg('after', () => String, { nullable: true }) after: string | null | undefined,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Part of a name, an address or a first name, in any case; one or two characters begin a name.',
    })
    search: string | null | undefined,
    @Arg('isActive', () => Boolean, { nullable: true }) isActive: boolean | null | undefined,
    @Arg('isStaff', () => Boolean, { nullable: true }) isStaff: boolean | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<Connection<UserType>> {
    const viewer = await requireViewer(context);
    const filter = { search: search ?? undefined, isActive: isActive ?? undefined, isStaff: isStaff ?? undefined };
    const page = await this.deps.userDirectory.page(filter, readPageRequest({ first, after }, ['number']));
    const lastStaffId = await this.deps.userDirectory.lastStaffId();
    return connectionOf(page, (user) => userForStaff(user, viewer, lastStaffId));
  }

  @Authorized(STAFF)
  @Query(() => UserType, { description: 'The account of a name. For staff.' })
  async user(@Arg('username', () => String) username: string, @Ctx() context: GraphQLContext): Promise<UserType> {
    return this.#shown(this.deps.userDirectory.named(username), context);
  }

  @Authorized(STAFF)
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => UserType, { description: 'Makes an account for somebody. For staff.' })
  async createUser(
    @Arg('input', () => CreateUserInput) { isStaff, ...form }: CreateUserInput,
    @Arg('ownPassword', () => String, ownPasswordArg('for an account with the staff role'))
    ownPassword: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await this.#confirmedOrigin(context, ownPassword);
    return this.#shown(this.deps.registration.register(form, origin, { isStaff, language: context.language }), context);
  }

  @Authorized(STAFF)
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => UserType, { description: 'Lets an account in again. For staff.' })
  async activateUser(
    @Arg('username', () => String) username: string,
    @Arg('ownPassword', () => String, ownPasswordArg('for an account with the staff role'))
    ownPassword: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await this.#confirmedOrigin(context, ownPassword);
    return this.#shown(this.deps.accountStatus.activate(username, origin), context);
  }

  @Authorized(STAFF)
  @Mutation(() => UserType, {
    description: 'Lets an account in no more, and ends its sessions, tokens and sockets. For staff.',
  })
  async deactivateUser(
    @Arg('username', () => String) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.deps.accountStatus.deactivate(username, await originOfStaff(context)), context);
  }

  @Authorized(STAFF)
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => UserType, { description: 'Gives an account the staff role, or takes it. For staff.' })
  async setStaff(
    @Arg('username', () => String) username: string,
    @Arg('isStaff', () => Boolean) isStaff: boolean,
    @Arg('ownPassword', () => String, ownPasswordArg('to give the role'))
    ownPassword: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await this.#confirmedOrigin(context, ownPassword);
    return this.#shown(this.deps.accountStatus.setStaff(username, isStaff, origin), context);
  }

  @Authorized(STAFF)
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => UserType, {
    description: 'Sets the password of an account, and ends its sessions, tokens and sockets. For staff.',
  })
  async setUserPassword(
    @Arg('username', () => String) username: string,
    @Arg('password', () => String) password: string,
    @Arg('ownPassword', () => String, ownPasswordArg('for an account with the staff role'))
    ownPassword: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await this.#confirmedOrigin(context, ownPassword);
    return this.#shown(this.deps.accountChanges.setPassword(username, password, origin), context);
  }

  @Authorized(STAFF)
  @Mutation(() => UserType, {
    description: 'Ends the sessions, tokens and sockets of an account, which may log in again. For staff.',
  })
  async endUserSessions(
    @Arg('username', () => String) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.deps.accountChanges.endSessions(username, await originOfStaff(context)), context);
  }

  async #confirmedOrigin(context: GraphQLContext, ownPassword: string | null | undefined): Promise<Origin> {
    return this.deps.reauthentication.confirm(await originOfStaff(context), ownPassword);
  }

  async #shown(found: Promise<User>, context: GraphQLContext): Promise<UserType> {
    const user = await found;
    return userForStaff(user, await requireViewer(context), await this.deps.userDirectory.lastStaffId());
  }
}
