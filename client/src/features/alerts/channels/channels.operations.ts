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
    lastDelivery {
      at
      state
      detail
    }
    waiting
    failed
  }
`);

/** A page of the channels. */
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

/** One channel. */
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

/** A key of what a channel can be. */
export type ChannelKind = Channel['kind'];

/** Makes a channel. */
export const CreateChannel = graphql(`
  mutation CreateChannel($input: ChannelInput!) {
    createChannel(input: $input) {
      id
      name
    }
  }
`);

/** What a channel is made of. */
export type ChannelInput = VariablesOf<typeof CreateChannel>['input'];

/** Changes a channel. */
export const UpdateChannel = graphql(`
  mutation UpdateChannel($id: ID!, $input: ChannelInput!) {
    updateChannel(id: $id, input: $input) {
      id
      name
    }
  }
`);

/** Removes a channel, and what waits to be sent by it. */
export const DeleteChannel = graphql(`
  mutation DeleteChannel($id: ID!) {
    deleteChannel(id: $id)
  }
`);

/** Sends a test at once. */
export const TestChannel = graphql(`
  mutation TestChannel($id: ID!) {
    testChannel(id: $id) {
      isDelivered
      answer
      durationMs
    }
  }
`);

/** What came of a test. */
export type ChannelTest = ResultOf<typeof TestChannel>['testChannel'];

/** Marks an operation as one about channels, so that urql asks for their lists again. */
export const ABOUT_CHANNELS = { additionalTypenames: ['Channel'] };
