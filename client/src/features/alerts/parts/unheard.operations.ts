import { graphql, type ResultOf } from 'gql.tada';

/** Rules and channels that reach nobody, and the channels that could change that. */
export const UnheardQuery = graphql(`
  query UnheardAlerts {
    unheardAlerts {
      rulesWithoutChannels
      channels {
        id
        name
        problem
      }
    }
    channels(first: 100) {
      nodes {
        id
        name
        isActive
        problem
      }
    }
  }
`);

/** Adds a channel to the rules that have none. */
export const AddChannelToRules = graphql(`
  mutation AddChannelToRules($channel: ID!) {
    addChannelToRules(channel: $channel)
  }
`);

/** A channel, reduced to what decides whether it reaches anyone. */
export type HeardChannel = ResultOf<typeof UnheardQuery>['channels']['nodes'][number];
