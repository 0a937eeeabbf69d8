import { Field, InputType } from 'type-graphql';

/** Registration fields (contract 3). */
@InputType({ description: 'A registration.' })
export class RegisterInput {
  @Field(() => String, { description: 'First name, 1 to 150 visible characters.' })
  firstName!: string;

  @Field(() => String, {
    description: 'Username: 1 to 150 letters, digits and `@ . + - _`, not only digits; unique, whatever the case.',
  })
  username!: string;

  @Field(() => String, { description: 'A public address of at most 254 characters, not at a blocked domain.' })
  email!: string;

  @Field(() => String, {
    description:
      'Password: 8 characters or more, at most 4,096 bytes; not common, all digits, or similar to the other fields.',
  })
  password1!: string;

  @Field(() => String, { description: 'Password once more.' })
  password2!: string;
}
