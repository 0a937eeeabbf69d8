import { graphql, type ResultOf } from 'gql.tada';

/** Ways in which the account can log in, and the people at the provider who are linked to it. */
export const WaysInQuery = graphql(`
  query WaysIn {
    waysIn {
      hasPassword
      providerName
      identities {
        id
        name
        createdAt
        lastLoginAt
      }
    }
  }
`);

export type OwnIdentity = ResultOf<typeof WaysInQuery>['waysIn']['identities'][number];

/** Returns the path that leads to the provider, where the person to be linked signs in. */
export const BeginIdentityLink = graphql(`
  mutation BeginIdentityLink {
    beginIdentityLink
  }
`);

export const RemoveIdentity = graphql(`
  mutation RemoveIdentity($id: ID!) {
    removeIdentity(id: $id)
  }
`);

/** Marks an operation as affecting linked people so that urql refetches their list. */
export const ABOUT_IDENTITIES = { additionalTypenames: ['OidcIdentity', 'WaysIn', 'Session'] };
