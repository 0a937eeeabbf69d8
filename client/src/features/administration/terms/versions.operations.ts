import { graphql, type ResultOf } from 'gql.tada';

/** The versions, newest first. */
export const VersionsQuery = graphql(`
  query TermsVersions($after: String) {
    termsVersions(first: 20, after: $after) {
      nodes {
        version
        createdAt
        updatedAt
        isActive
        isShown
        length
        seenBy
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export type ListedVersion = ResultOf<typeof VersionsQuery>['termsVersions']['nodes'][number];

export const VersionQuery = graphql(`
  query TermsVersion($version: ID!) {
    termsVersion(version: $version) {
      version
      content
      updatedAt
      isShown
    }
  }
`);

export type EditedVersion = ResultOf<typeof VersionQuery>['termsVersion'];

export const CreateVersion = graphql(`
  mutation CreateTermsVersion($content: String!, $isActive: Boolean!) {
    createTermsVersion(content: $content, isActive: $isActive) {
      version
    }
  }
`);

/** Changes the text of a version, or whether it is active. */
export const UpdateVersion = graphql(`
  mutation UpdateTermsVersion($version: ID!, $content: String, $isActive: Boolean, $seenUpdatedAt: DateTime) {
    updateTermsVersion(version: $version, content: $content, isActive: $isActive, seenUpdatedAt: $seenUpdatedAt) {
      version
    }
  }
`);

/** Renders text as the terms page would. */
export const PreviewQuery = graphql(`
  query PreviewTerms($content: String!) {
    previewTerms(content: $content)
  }
`);

/** Compares two versions. */
export const DifferenceQuery = graphql(`
  query TermsDifference($from: ID!, $to: ID!) {
    termsDifference(from: $from, to: $to) {
      gaveUp
      parts {
        kind
        text
      }
    }
  }
`);

export type DifferencePart = ResultOf<typeof DifferenceQuery>['termsDifference']['parts'][number];

/** Marks an operation as affecting versions so that urql refetches their list. */
export const ABOUT_VERSIONS = { additionalTypenames: ['TermsVersionSummary'] };
