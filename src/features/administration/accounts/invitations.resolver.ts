import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, asksNothing, audited, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { localId } from '../../../shared/global-id.js';
import type { MachineChoice } from '../../../shared/identity/machine-access.js';
import type { Role } from '../../../shared/identity/role.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { Invitation } from '../../accounts/invitations/invitation.entity.js';
import type { Invitations } from '../../accounts/invitations/invitations.js';
import { ACCESS_TAGS_MAX, typedAccess } from '../../accounts/users/read-machine-access.js';
import { MachineAccessType, RoleType } from '../../accounts/users/rights.type.js';
import type { UserDirectory } from '../../accounts/users/user-directory.js';
import { originOfStaff } from '../origin-of-staff.js';
import { CreatedInvitationType, InvitationConnection, InvitationType, shapeInvitation } from './invitations.types.js';

interface InvitationsDeps {
  readonly invitations: Invitations;
  readonly userDirectory: UserDirectory;
  readonly clock: Clock;
}

/** Lets staff manage invitations (contract 14). */
@Resolver()
export class InvitationsResolver {
  constructor(private readonly deps: InvitationsDeps) {}

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(50) })
  @Query(() => InvitationConnection, { description: 'The invitations of the last weeks, the newest first. For staff.' })
  async invitations(@Args(() => PageArgs) paging: PageArgs): Promise<Connection<InvitationType>> {
    const page = await this.deps.invitations.page(readPageRequest(paging, ['number']));
    const shown = await this.#shown(page.items);
    return buildConnection(page, (invitation) => shown.get(invitation.id) as InvitationType);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('invitation_create') })
  @Mutation(() => CreatedInvitationType, {
    description: 'Creates an invitation, valid for seven days and one account. For staff.',
  })
  async createInvitation(
    @Arg('email', () => String, { nullable: true, description: 'The only address that may register with it.' })
    email: string | null | undefined,
    @Arg('isStaff', () => Boolean, {
      defaultValue: false,
      description: 'Whether the account gets the staff role.',
    })
    isStaff: boolean,
    @Arg('role', () => RoleType, { nullable: true, description: 'Role of the account, instead of `isStaff`.' })
    role: Role | null | undefined,
    @Arg('machines', () => MachineAccessType, {
      nullable: true,
      description: 'Machines that the account sees; what new accounts see when it is created, if omitted.',
    })
    machines: MachineChoice | null | undefined,
    @Arg('machineTags', () => [String], {
      nullable: true,
      description: `Tags of these machines, for TAGGED; at most ${ACCESS_TAGS_MAX}.`,
    })
    machineTags: string[] | null | undefined,
    @Arg('sendMail', () => Boolean, { defaultValue: false, description: 'Whether the link is sent to that address.' })
    sendMail: boolean,
    @Ctx() context: GraphQLContext,
  ): Promise<CreatedInvitationType> {
    const access = typedAccess(machines, machineTags);
    const form = { email: email ?? '', role: role ?? (isStaff ? 'STAFF' : 'MEMBER'), access, sendMail } as const;
    const origin = await originOfStaff(context);
    const { link, made } = await this.deps.invitations.create(form, origin, context.mailLanguage);
    return { link, invitation: (await this.#shown([made])).get(made.id) as InvitationType };
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('it takes away what was given, and another can be made'),
    ...audited('invitation_withdraw'),
  })
  @Mutation(() => Boolean, { description: 'Withdraws an unused invitation. For staff.' })
  async withdrawInvitation(
    @Arg('id', () => ID, { description: 'Id of one of `invitations`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const number = localId(id, 'Invitation');
    if (!/^\d{1,9}$/.test(number)) throw new NotFound('accounts.noSuchInvitation');
    await this.deps.invitations.withdraw(Number(number), await originOfStaff(context));
    return true;
  }

  async #shown(invitations: readonly Invitation[]): Promise<Map<number, InvitationType>> {
    const { userDirectory, clock } = this.deps;
    const ids = invitations.flatMap(({ createdById, usedById }) => [
      createdById,
      ...(usedById === null ? [] : [usedById]),
    ]);
    const usernames = await userDirectory.usernames(ids);
    const now = clock.now();
    return new Map(invitations.map((invitation) => [invitation.id, shapeInvitation(invitation, { usernames, now })]));
  }
}
