import { graphql } from 'gql.tada';

/** The terms to read. */
export const TermsQuery = graphql(`
  query Terms {
    terms {
      version
      html
      createdAt
      updatedAt
      seenAt
    }
  }
`);

/** Whether the caller has seen what is shown. */
export const TermsSeenQuery = graphql(`
  query TermsSeen {
    terms {
      version
      seenAt
    }
  }
`);

/** What is shown, at once and after each change. */
export const TermsChanged = graphql(`
  subscription TermsChanged {
    termsChanged {
      version
      updatedAt
    }
  }
`);

/** Says that the caller has seen a version. */
export const MarkTermsSeen = graphql(`
  mutation MarkTermsSeen($version: ID!) {
    markTermsSeen(version: $version)
  }
`);
