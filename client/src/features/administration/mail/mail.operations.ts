import { graphql, type ResultOf } from 'gql.tada';

/** The mails, page by page, and whether any are sent. */
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

/** A mail as staff see it. */
export type ShownMail = ResultOf<typeof OutboxQuery>['outbox']['nodes'][number];

/** Whether mail is sent, and how much of it waits or has failed. */
export type MailStatus = ResultOf<typeof OutboxQuery>['mailStatus'];

/** Has one mail tried again. */
export const RetryMail = graphql(`
  mutation RetryMail($id: ID!) {
    retryMail(id: $id) {
      id
    }
  }
`);

/** Has every mail tried again that has failed so far. */
export const RetryFailedMails = graphql(`
  mutation RetryFailedMails {
    retryFailedMails
  }
`);

/** Marks an operation as one about mails, so that urql fetches their list again. */
export const ABOUT_MAILS = { additionalTypenames: ['OutboxMail'] };
