import { Field, InputType } from 'type-graphql';

/** Fields for changing one's own password (contract 3). */
@InputType({ description: "A change of the caller's password." })
export class ChangePasswordInput {
  @Field(() => String)
  oldPassword!: string;

  @Field(() => String)
  newPassword1!: string;

  @Field(() => String, { description: 'The same new password once more.' })
  newPassword2!: string;
}
