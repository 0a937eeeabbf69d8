import { Field, InputType } from 'type-graphql';

/** Registration fields (contract 3). */
@InputType({ description: 'A registration.' })
export class RegisterInput {
  @Field(() => String)
  firstName!: string;

  @Field(() => String)
  username!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  password1!: string;

  @Field(() => String, { description: 'The same password once more.' })
  password2!: string;
}
