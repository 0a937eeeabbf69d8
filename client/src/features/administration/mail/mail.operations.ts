import { graphql, type ResultOf } from 'gql.tada';

/** A page of the mails, and whether mail is sent at all. */
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

/** A mail as seen by staff. */
export type ShownMail = ResultOf<typeof OutboxQuery>['outbox']['nodes'][number];

/** Whether mail is sent, and how many mails are waiting or have failed. */
export type MailStatus = ResultOf<typeof OutboxQuery>['mailStatus'];

export const RetryMail = graphql(`
  mutation RetryMail($id: ID!) {
    retryMail(id: $id) {
      id
    }
  }
`);

/** Retries every mail that has failed so far. */
export const RetryFailedMails = graphql(`
  mutation RetryFailedMails {
    retryFailedMails
  }
`);

/** Marks an operation as concerning mails, so that urql refetches their list. */
export const ABOUT_MAILS = { additionalTypenames: ['OutboxMail'] };
