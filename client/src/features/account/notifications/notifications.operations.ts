import { graphql, type ResultOf } from 'gql.tada';

/** Browsers of the account that receive alerts, and the key to subscribe with. */
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

/** A browser that receives alerts. */
export type NotifiedBrowser = ResultOf<typeof NotificationsQuery>['pushSubscriptions'][number];

/** Subscribes this browser to alerts. */
export const Subscribe = graphql(`
  mutation PushSubscribe($input: PushSubscriptionInput!) {
    subscribeToPush(input: $input) {
      id
    }
  }
`);

/** Stops alerts to a browser. */
export const Unsubscribe = graphql(`
  mutation PushUnsubscribe($endpoint: String!) {
    unsubscribeFromPush(endpoint: $endpoint)
  }
`);

/** Marks an operation as affecting these browsers so that urql refetches their list. */
export const ABOUT_NOTIFICATIONS = { additionalTypenames: ['PushSubscription'] };
