import { Field, InputType } from 'type-graphql';

/** Profile fields that users may change (contract 2, `/conta/`), validated as they are at registration. */
@InputType({ description: 'The first name and the e-mail address of the caller.' })
export class ProfileInput {
  @Field(() => String)
  firstName!: string;

  @Field(() => String)
  email!: string;
}
