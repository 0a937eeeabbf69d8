import { graphql, type ResultOf } from 'gql.tada';

/** The personal access tokens of the account. */
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

/** One of them. */
export type AccessToken = ResultOf<typeof AccessTokensQuery>['personalAccessTokens'][number];

/** What a token may be used for. */
export type TokenScope = AccessToken['scopes'][number];

/** Makes a token, whose text is in this answer alone. */
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

/** A token that has just been made. */
export type NewAccessToken = ResultOf<typeof CreateAccessToken>['createPersonalAccessToken'];

/** Ends a token. */
export const RevokeAccessToken = graphql(`
  mutation RevokeAccessToken($id: ID!) {
    revokePersonalAccessToken(id: $id)
  }
`);

/** Marks an operation as one about tokens, so that urql fetches their list again. */
export const ABOUT_ACCESS_TOKENS = { additionalTypenames: ['PersonalAccessToken'] };
