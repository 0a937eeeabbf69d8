import { Field, InputType } from 'type-graphql';

/** Profile fields that users may change (contract 2, `/conta/`), validated as they are at registration. */
@InputType({ description: 'The first name and the e-mail address of the caller.' })
export class ProfileInput {
  @Field(() => String, { description: 'First name, 1 to 150 visible characters.' })
  firstName!: string;

  @Field(() => String, { description: 'A public address of at most 254 characters, not at a blocked domain.' })
  email!: string;
}
