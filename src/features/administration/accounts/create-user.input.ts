import { Field, InputType } from 'type-graphql';
import { RegisterInput } from '../../accounts/registration/register.input.js';

/** Input for accounts created by staff (contract 3). */
@InputType({ description: 'An account created by staff, under the rules of registration.' })
export class CreateUserInput extends RegisterInput {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether it gets the staff role.' })
  isStaff!: boolean;
}
