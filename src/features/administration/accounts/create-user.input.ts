import { Field, InputType } from 'type-graphql';
import type { MachineChoice } from '../../../shared/identity/machine-access.js';
import type { Role } from '../../../shared/identity/role.js';
import { RegisterInput } from '../../accounts/registration/register.input.js';
import { MachineAccessType, RoleType } from '../../accounts/users/rights.type.js';

/** Input for accounts created by staff (contract 3). */
@InputType({ description: 'An account created by staff, under the rules of registration.' })
export class CreateUserInput extends RegisterInput {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether it gets the staff role.' })
  isStaff!: boolean;

  @Field(() => RoleType, { nullable: true, description: 'Role, instead of `isStaff`.' })
  role?: Role | null;

  @Field(() => MachineAccessType, {
    nullable: true,
    description: 'Machines that it sees as a member; what new accounts see if omitted.',
  })
  machines?: MachineChoice | null;

  @Field(() => [String], { nullable: true, description: 'Tags of these machines, for TAGGED; at most 20.' })
  machineTags?: string[] | null;
}
