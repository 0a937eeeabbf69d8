import { graphql } from 'gql.tada';

/** The current terms with their text. */
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

/** Whether the viewer has seen the current version. */
export const TermsSeenQuery = graphql(`
  query TermsSeen {
    terms {
      version
      seenAt
    }
  }
`);

/** Pushes the current version, immediately and after each change. */
export const TermsChanged = graphql(`
  subscription TermsChanged {
    termsChanged {
      version
      updatedAt
    }
  }
`);

/** Records that the viewer has seen a version. */
export const MarkTermsSeen = graphql(`
  mutation MarkTermsSeen($version: ID!) {
    markTermsSeen(version: $version)
  }
`);
