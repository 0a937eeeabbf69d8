import { graphql, type ResultOf } from 'gql.tada';

/** A page of the silences, newest first. */
export const SilencesQuery = graphql(`
  query Silences($after: String, $state: SilenceState) {
    silences(first: 50, after: $after, state: $state) {
      nodes {
        id
        rule {
          id
          name
        }
        host
        hostName
        tag
        reason
        from
        until
        createdBy
        endedAt
        state
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export type Silence = ResultOf<typeof SilencesQuery>['silences']['nodes'][number];

/** Rules, their hosts, and tags that can be silenced. */
export const SilenceTargetsQuery = graphql(`
  query SilenceTargets {
    alertRules(first: 100) {
      nodes {
        id
        name
        states {
          host
          hostName
        }
      }
    }
    hostTags
  }
`);

/** Suppresses messages about a rule, a host or a tag for a while. */
export const MakeSilence = graphql(`
  mutation MakeSilence($input: SilenceInput!) {
    silence(input: $input) {
      id
    }
  }
`);

/** Ends a silence early. */
export const EndSilence = graphql(`
  mutation EndSilence($id: ID!) {
    endSilence(id: $id)
  }
`);

/** Marks an operation as affecting silences so that urql refetches their list. */
export const ABOUT_SILENCES = { additionalTypenames: ['Silence'] };
