import { Field, InputType } from 'type-graphql';
import { RegisterInput } from '../../accounts/registration/register.input.js';

/** What staff enter to create an account (contract 3). */
@InputType({ description: 'An account for somebody, by the rules of registration.' })
export class CreateUserInput extends RegisterInput {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether it gets the staff role.' })
  isStaff!: boolean;
}
