import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

const ChannelFields = graphql(`
  fragment ChannelFields on Channel @_unmask {
    id
    name
    kind
    language
    address
    addresses
    chat
    topic
    hasUrl
    hasSecret
    quietHours {
      from
      to
      days
      timeZone
      severity
    }
    isActive
    problem
    lastDelivery {
      at
      state
      detail
    }
    waiting
    failed
  }
`);

export const ChannelsQuery = graphql(
  `
    query Channels($after: String) {
      channels(first: 25, after: $after) {
        nodes {
          ...ChannelFields
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [ChannelFields],
);

/** The kinds that can currently send. */
export const ChannelKindsQuery = graphql(`
  query ChannelKinds {
    channelKinds
  }
`);

export const ChannelQuery = graphql(
  `
    query Channel($id: ID!) {
      channel(id: $id) {
        ...ChannelFields
      }
    }
  `,
  [ChannelFields],
);

/** A channel, without its secrets. */
export type Channel = ResultOf<typeof ChannelFields>;

export type ChannelKind = Channel['kind'];

export const CreateChannel = graphql(`
  mutation CreateChannel($input: ChannelInput!) {
    createChannel(input: $input) {
      id
      name
      newSecret
    }
  }
`);

export type ChannelInput = VariablesOf<typeof CreateChannel>['input'];

export const UpdateChannel = graphql(`
  mutation UpdateChannel($id: ID!, $input: ChannelInput!) {
    updateChannel(id: $id, input: $input) {
      id
      name
      newSecret
    }
  }
`);

/** Removes a channel and its unsent messages. */
export const DeleteChannel = graphql(`
  mutation DeleteChannel($id: ID!) {
    deleteChannel(id: $id)
  }
`);

/** Sends a test immediately. */
export const TestChannel = graphql(`
  mutation TestChannel($id: ID!) {
    testChannel(id: $id) {
      isDelivered
      answer
      durationMs
    }
  }
`);

export type ChannelTest = ResultOf<typeof TestChannel>['testChannel'];

/** Marks an operation as affecting channels so that urql refetches their lists. */
export const ABOUT_CHANNELS = { additionalTypenames: ['Channel'] };
