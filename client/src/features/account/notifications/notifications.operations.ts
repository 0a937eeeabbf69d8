import { graphql, type ResultOf } from 'gql.tada';

/** The browsers of the account that are told of alerts, and the key to subscribe with. */
export const NotificationsQuery = graphql(`
  query Notifications {
    webPushKey
    pushSubscriptions {
      id
      endpoint
      browser
      createdAt
    }
  }
`);

/** A browser that is told of alerts. */
export type NotifiedBrowser = ResultOf<typeof NotificationsQuery>['pushSubscriptions'][number];

/** Has this browser told of alerts. */
export const Subscribe = graphql(`
  mutation PushSubscribe($input: PushSubscriptionInput!) {
    pushSubscribe(input: $input) {
      id
    }
  }
`);

/** No longer tells a browser. */
export const Unsubscribe = graphql(`
  mutation PushUnsubscribe($endpoint: String!) {
    pushUnsubscribe(endpoint: $endpoint)
  }
`);

/** Marks an operation as one about these browsers, so that urql asks for their list again. */
export const ABOUT_NOTIFICATIONS = { additionalTypenames: ['PushSubscription'] };
