import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { type MachineAccess, type MachineChoice, storedAccess } from '../../../shared/identity/machine-access.js';

/** Returns the machines that an account made with an invitation sees; undefined if the access policy decides. */
export function accessOfInvitation(
  invitation: Pick<Invitation, 'machines' | 'machineTags'>,
): MachineAccess | undefined {
  const { machines, machineTags } = invitation;
  return machines === null ? undefined : storedAccess({ machines, machineTags });
}

/**
 * A link with which one person can create an account (contract 14). Account ids are not foreign keys, since the
 * invitation outlives the accounts.
 */
@Entity({ tableName: 'invitations' })
@Index({ properties: ['expiresAt'] })
@Index({ properties: ['createdById'] })
@Index({ properties: ['usedById'] })
export class Invitation {
  declare [OptionalProps]?: 'isOperator' | 'machines' | 'machineTags' | 'usedAt' | 'usedById' | 'withdrawnAt';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Input from which its token is derived, together with the secret key: see `LinkTokens`. */
  @Property({ type: 'string', length: 36 })
  nonce!: string;

  /** SHA-256 of the token in the link, in hexadecimal. */
  @Property({ type: 'string', length: 64, unique: true })
  tokenHash!: string;

  /** The only address that may register with this invitation; null if any may. */
  @Property({ type: 'string', length: 254, nullable: true })
  email!: string | null;

  @Property({ type: 'boolean' })
  isStaff!: boolean;

  @Property({ type: 'boolean', default: false })
  isOperator: boolean = false;

  /** Machines that the account will see; null if the access policy decides when it is created. */
  @Property({ type: 'string', length: 6, nullable: true })
  machines: MachineChoice | null = null;

  /** As in `User`. */
  @Property({ type: 'text', default: '[]' })
  machineTags: string = '[]';

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'integer' })
  createdById!: number;

  @Property({ type: 'datetime' })
  expiresAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  usedAt: Date | null = null;

  /** Id of the account created with this invitation. */
  @Property({ type: 'integer', nullable: true })
  usedById: number | null = null;

  @Property({ type: 'datetime', nullable: true })
  withdrawnAt: Date | null = null;
}
