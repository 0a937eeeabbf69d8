import { graphql, type ResultOf } from 'gql.tada';

/** A page of the silences, the newest first. */
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

/** A silence. */
export type Silence = ResultOf<typeof SilencesQuery>['silences']['nodes'][number];

/** What can be silenced: rules, and the hosts that they are evaluated on. */
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
  }
`);

/** Sends no messages about a rule or a host for a while. */
export const MakeSilence = graphql(`
  mutation MakeSilence($input: SilenceInput!) {
    silence(input: $input) {
      id
    }
  }
`);

/** Ends a silence before its time. */
export const EndSilence = graphql(`
  mutation EndSilence($id: ID!) {
    endSilence(id: $id)
  }
`);

/** Marks an operation as one about silences, so that urql asks for their list again. */
export const ABOUT_SILENCES = { additionalTypenames: ['Silence'] };
