import { Field, ObjectType } from 'type-graphql';

/** Response of the token endpoint (contract 3). */
@ObjectType({ description: 'JSON Web Tokens for the API.' })
export class TokenPair {
  @Field(() => String, { description: 'Valid for 10 minutes: send it as `Authorization: Bearer <access>`.' })
  access!: string;

  @Field(() => String, { description: 'Valid for 1 day: exchange it for new access tokens.' })
  refresh!: string;
}

/** Response of the token refresh endpoint (contract 3). */
@ObjectType({ description: 'A new access token.' })
export class AccessToken {
  @Field(() => String, { description: 'Valid for 10 minutes: send it as `Authorization: Bearer <access>`.' })
  access!: string;
}
