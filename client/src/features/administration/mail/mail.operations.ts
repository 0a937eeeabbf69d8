import { graphql, type ResultOf } from 'gql.tada';

/** A page of the outbox, and whether e-mail is sent at all. */
export const OutboxQuery = graphql(`
  query Outbox($after: String, $state: MailState) {
    mailStatus {
      isOn
      waiting
      failed
    }
    outbox(first: 25, after: $after, state: $state) {
      nodes {
        id
        state
        username
        email
        channel
        queuedAt
        tries
        nextTryAt
        settledAt
        reason
        detail
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** An outgoing e-mail as seen by staff. */
export type ShownMail = ResultOf<typeof OutboxQuery>['outbox']['nodes'][number];

/** Whether e-mail is sent, and how many messages are waiting or have failed. */
export type MailStatus = ResultOf<typeof OutboxQuery>['mailStatus'];

export const RetryMail = graphql(`
  mutation RetryMail($id: ID!) {
    retryMail(id: $id) {
      id
    }
  }
`);

/** Retries every message that has failed so far. */
export const RetryFailedMails = graphql(`
  mutation RetryFailedMails {
    retryFailedMails
  }
`);

/** Sends a test e-mail at once, and returns what the mail server answered. */
export const SendTestMail = graphql(`
  mutation SendTestMail($address: String!) {
    sendTestMail(address: $address) {
      isAccepted
      server
      reason
      detail
    }
  }
`);

/** Answer of the mail server to a test e-mail. */
export type MailTest = ResultOf<typeof SendTestMail>['sendTestMail'];

/** Marks an operation as affecting outgoing e-mail so that urql refetches the list. */
export const ABOUT_MAILS = { additionalTypenames: ['OutboxMail'] };
