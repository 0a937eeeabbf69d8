import { graphql } from 'gql.tada';

/** The shown terms with their text. */
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

/** Whether the viewer has seen the shown version. */
export const TermsSeenQuery = graphql(`
  query TermsSeen {
    terms {
      version
      seenAt
    }
  }
`);

/** The shown version, at once and after each change. */
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
