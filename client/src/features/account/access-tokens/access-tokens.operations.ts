import { graphql, type ResultOf } from 'gql.tada';

export const AccessTokensQuery = graphql(`
  query AccessTokens {
    personalAccessTokens {
      id
      name
      scopes
      expiresAt
      lastUsedOn
      lastUsedAddress
    }
  }
`);

export type AccessToken = ResultOf<typeof AccessTokensQuery>['personalAccessTokens'][number];

export type TokenScope = AccessToken['scopes'][number];

/** Only this response contains the token itself. */
export const CreateAccessToken = graphql(`
  mutation CreateAccessToken($name: String!, $scopes: [TokenScope!]!, $days: Int!) {
    createPersonalAccessToken(name: $name, scopes: $scopes, days: $days) {
      token
      personalAccessToken {
        id
        name
      }
    }
  }
`);

export type NewAccessToken = ResultOf<typeof CreateAccessToken>['createPersonalAccessToken'];

export const RevokeAccessToken = graphql(`
  mutation RevokeAccessToken($id: ID!) {
    revokePersonalAccessToken(id: $id)
  }
`);

/** Marks an operation as affecting tokens so that urql refetches their list. */
export const ABOUT_ACCESS_TOKENS = { additionalTypenames: ['PersonalAccessToken'] };
