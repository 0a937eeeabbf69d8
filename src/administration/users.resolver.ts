import { Arg, Authorized, Ctx, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountChanges } from '../accounts/account-changes.js';
import type { AccountStanding } from '../accounts/account-standing.js';
import { type Origin, staffOrigin } from '../accounts/origin.js';
import type { People } from '../accounts/people.js';
import type { Registration } from '../accounts/registration.js';
import type { User } from '../accounts/user.entity.js';
import { UserType, userForStaff } from '../accounts/user.type.js';
import { type Connection, connectionOf, connectionType, readPageRequest } from '../graphql/connection.type.js';
import type { GraphQLContext } from '../graphql/context.js';
import { CREDENTIAL_FIELD } from '../graphql/field-marks.js';
import { requireViewer, STAFF } from '../graphql/viewer-guard.js';
import { CreateUserInput } from './create-user.input.js';

const UserConnection = connectionType(UserType, 'UserConnection');

interface UsersParts {
  readonly people: People;
  readonly registration: Registration;
  readonly accountStanding: AccountStanding;
  readonly accountChanges: AccountChanges;
}

/** Accounts in the hands of the staff (contract §2, `/admin/`; §3). A name may be given in any spelling. */
@Resolver()
export class UsersResolver {
  constructor(private readonly parts: UsersParts) {}

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
    const page = await this.parts.people.page(filter, readPageRequest({ first, after }, ['number']));
    const lastStaffId = await this.parts.people.lastStaffId();
    return connectionOf(page, (user) => userForStaff(user, viewer, lastStaffId));
  }

  @Authorized(STAFF)
  @Query(() => UserType, { description: 'The account of a name. For staff.' })
  async user(@Arg('username', () => String) username: string, @Ctx() context: GraphQLContext): Promise<UserType> {
    return this.#shown(this.parts.people.named(username), context);
  }

  @Authorized(STAFF)
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => UserType, { description: 'Makes an account for somebody. For staff.' })
  async createUser(
    @Arg('input', () => CreateUserInput) { isStaff, ...form }: CreateUserInput,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await originOfStaff(context);
    return this.#shown(
      this.parts.registration.register(form, origin, { isStaff, language: context.language }),
      context,
    );
  }

  @Authorized(STAFF)
  @Mutation(() => UserType, { description: 'Lets an account in again. For staff.' })
  async activateUser(
    @Arg('username', () => String) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.parts.accountStanding.activate(username, await originOfStaff(context)), context);
  }

  @Authorized(STAFF)
  @Mutation(() => UserType, {
    description: 'Lets an account in no more, and ends its sessions, tokens and sockets. For staff.',
  })
  async deactivateUser(
    @Arg('username', () => String) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.parts.accountStanding.deactivate(username, await originOfStaff(context)), context);
  }

  @Authorized(STAFF)
  @Mutation(() => UserType, { description: 'Gives an account the staff role, or takes it. For staff.' })
  async setStaff(
    @Arg('username', () => String) username: string,
    @Arg('isStaff', () => Boolean) isStaff: boolean,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await originOfStaff(context);
    return this.#shown(this.parts.accountStanding.setStaff(username, isStaff, origin), context);
  }

  @Authorized(STAFF)
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => UserType, {
    description: 'Sets the password of an account, and ends its sessions, tokens and sockets. For staff.',
  })
  async setUserPassword(
    @Arg('username', () => String) username: string,
    @Arg('password', () => String) password: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const origin = await originOfStaff(context);
    return this.#shown(this.parts.accountChanges.setPassword(username, password, origin), context);
  }

  @Authorized(STAFF)
  @Mutation(() => UserType, {
    description: 'Ends the sessions, tokens and sockets of an account, which may log in again. For staff.',
  })
  async endUserSessions(
    @Arg('username', () => String) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    return this.#shown(this.parts.accountChanges.endSessions(username, await originOfStaff(context)), context);
  }

  async #shown(found: Promise<User>, context: GraphQLContext): Promise<UserType> {
    const user = await found;
    return userForStaff(user, await requireViewer(context), await this.parts.people.lastStaffId());
  }
}

async function originOfStaff(context: GraphQLContext): Promise<Origin> {
  return staffOrigin(context, await requireViewer(context));
}
