import { graphql, type ResultOf } from 'gql.tada';

/** Rules and channels that nobody hears of, and the channels that could change it. */
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

/** A channel as far as it matters for being heard. */
export type HeardChannel = ResultOf<typeof UnheardQuery>['channels']['nodes'][number];
