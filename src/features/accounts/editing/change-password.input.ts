import { Field, InputType } from 'type-graphql';

/** Fields for changing one's own password (contract 3). */
@InputType({ description: "A change of the caller's password." })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The present password, which authorises the change.' })
  oldPassword!: string;

  @Field(() => String, {
    description:
      "New password: 8 characters or more, at most 4,096 bytes; not common, all digits, or similar to the account's data.",
  })
  newPassword1!: string;

  @Field(() => String, { description: 'New password once more.' })
  newPassword2!: string;
}
