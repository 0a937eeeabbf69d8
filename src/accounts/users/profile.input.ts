import { Field, InputType } from 'type-graphql';

/** What people may change about themselves (contract 2, `/conta/`); checked as at registration. */
@InputType({ description: 'The own first name and e-mail address.' })
export class ProfileInput {
  @Field(() => String)
  firstName!: string;

  @Field(() => String)
  email!: string;
}
