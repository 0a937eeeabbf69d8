import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import type { MachineChoice } from '../../../shared/identity/machine-access.js';
import { type Role, roleOf } from '../../../shared/identity/role.js';
import { accessOfInvitation, type Invitation } from '../../accounts/invitations/invitation.entity.js';
import { MachineAccessType, RoleType } from '../../accounts/users/rights.type.js';

const InvitationState = {
  OPEN: 'OPEN',
  USED: 'USED',
  WITHDRAWN: 'WITHDRAWN',
  EXPIRED: 'EXPIRED',
} as const;
type InvitationStateName = keyof typeof InvitationState;

registerEnumType(InvitationState, {
  name: 'InvitationState',
  description: 'State of an invitation; only OPEN ones can be used.',
  valuesConfig: {
    OPEN: { description: 'Can be used once, until `expiresAt`.' },
    USED: { description: 'An account was created with it.' },
    WITHDRAWN: { description: 'Staff made it invalid before it was used.' },
    EXPIRED: { description: 'Never used within its seven days.' },
  },
});

@ObjectType('Invitation', {
  implements: NodeType,
  description: 'A link with which one person can create an account. Times are ISO 8601 in UTC.',
})
export class InvitationType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `withdrawInvitation`.' })
  id!: string;

  @Field(() => InvitationState, { description: 'Whether the link can still be used.' })
  state!: InvitationStateName;

  @Field(() => String, { nullable: true, description: 'The only address that may register with it; null for any.' })
  email!: string | null;

  @Field(() => Boolean, { description: 'Whether the account gets the staff role.' })
  isStaff!: boolean;

  @Field(() => RoleType, { description: 'Role that the account gets.' })
  role!: Role;

  @Field(() => MachineAccessType, {
    nullable: true,
    description: 'Machines that the account sees as a member; null for what new accounts see when it is created.',
  })
  machines!: MachineChoice | null;

  @Field(() => [String], { description: 'Tags of these machines; empty unless `machines` is TAGGED.' })
  machineTags!: readonly string[];

  @Field(() => DateTime, { description: 'Time when staff made the link.' })
  createdAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Staff member who created it; null if that account was deleted.',
  })
  createdBy!: string | null;

  @Field(() => DateTime, { description: 'End of validity, unless it is used or withdrawn before.' })
  expiresAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The account created with it; null if there is none or it was deleted.',
  })
  usedBy!: string | null;
}

export const InvitationConnection = connectionType(InvitationType, 'Invitation');

@ObjectType('CreatedInvitation', { description: 'An invitation with its link, which is shown only here.' })
export class CreatedInvitationType {
  @Field(() => String, {
    description: 'Address of the registration page, with the secret code, which is all that is needed to register.',
  })
  link!: string;

  @Field(() => InvitationType, { description: 'Invitation as `invitations` lists it, without the link.' })
  invitation!: InvitationType;
}

export function shapeInvitation(
  invitation: Invitation,
  { usernames, now }: { readonly usernames: ReadonlyMap<number, string>; readonly now: Date },
): InvitationType {
  const { id, email, isStaff, createdAt, createdById, expiresAt, usedById } = invitation;
  const access = accessOfInvitation(invitation);
  return {
    id: globalId('Invitation', id),
    state: stateOf(invitation, now),
    email,
    isStaff,
    role: roleOf(invitation),
    machines: access?.machines ?? null,
    machineTags: access?.machineTags ?? [],
    createdAt: createdAt.toISOString(),
    createdBy: usernames.get(createdById) ?? null,
    expiresAt: expiresAt.toISOString(),
    usedBy: (usedById !== null && usernames.get(usedById)) || null,
  };
}

function stateOf({ usedAt, withdrawnAt, expiresAt }: Invitation, now: Date): InvitationStateName {
  if (usedAt) return 'USED';
  if (withdrawnAt) return 'WITHDRAWN';
  return expiresAt > now ? 'OPEN' : 'EXPIRED';
}
