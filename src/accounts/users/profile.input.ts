import { Field, InputType } from 'type-graphql';

/** The profile fields that users may change (contract 2, `/conta/`), validated as at registration. */
@InputType({ description: 'The own first name and e-mail address.' })
export class ProfileInput {
  @Field(() => String)
  firstName!: string;

  @Field(() => String)
  email!: string;
}
