import { graphql, type ResultOf } from 'gql.tada';

/** The versions, the newest first. */
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

/** A version in the list. */
export type ListedVersion = ResultOf<typeof VersionsQuery>['termsVersions']['nodes'][number];

/** A version to be edited. */
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

/** A version with its text. */
export type EditedVersion = ResultOf<typeof VersionQuery>['termsVersion'];

/** Adds a version. */
export const CreateVersion = graphql(`
  mutation CreateTermsVersion($content: String!, $isActive: Boolean!) {
    createTermsVersion(content: $content, isActive: $isActive) {
      version
    }
  }
`);

/** Changes the text of a version, or whether it is active. */
export const UpdateVersion = graphql(`
  mutation UpdateTermsVersion($version: ID!, $content: String, $isActive: Boolean, $seenUpdatedAt: String) {
    updateTermsVersion(version: $version, content: $content, isActive: $isActive, seenUpdatedAt: $seenUpdatedAt) {
      version
    }
  }
`);

/** A text as the page of the terms would show it. */
export const PreviewQuery = graphql(`
  query PreviewTerms($content: String!) {
    previewTerms(content: $content)
  }
`);

/** How one version became another. */
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

/** A part of a comparison. */
export type DifferencePart = ResultOf<typeof DifferenceQuery>['termsDifference']['parts'][number];

/** Marks an operation as one about versions, so that urql fetches their list again. */
export const ABOUT_VERSIONS = { additionalTypenames: ['TermsVersionSummary'] };
