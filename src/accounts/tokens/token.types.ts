import { Field, ObjectType } from 'type-graphql';

/** The response of token issue (contract 3). */
@ObjectType({ description: 'JSON Web Tokens for the API.' })
export class TokenPair {
  @Field(() => String, { description: 'Valid for 10 minutes: send it as `Authorization: Bearer <access>`.' })
  access!: string;

  @Field(() => String, { description: 'Valid for 1 day: gives new access tokens.' })
  refresh!: string;
}

/** The response of token refresh (contract 3). */
@ObjectType({ description: 'A fresh access token.' })
export class AccessToken {
  @Field(() => String)
  access!: string;
}
