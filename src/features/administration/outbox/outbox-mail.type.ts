import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { type FailureReason, failureReasons } from '../../../platform/outbox/delivery-failure.js';
import type { MessageState } from '../../../platform/outbox/outbox-message.entity.js';
import { globalId } from '../../../shared/global-id.js';
import type { OutboxEntry } from './outbox-admin.js';

/** States of a mail, by their GraphQL names. */
export const MailStateType = {
  WAITING: 'waiting',
  SENT: 'sent',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, MessageState>;

registerEnumType(MailStateType, {
  name: 'MailState',
  description:
    'State of a message. Failed ones are retried only on request; cancelled ones no longer have a recipient.',
  valuesConfig: {
    WAITING: { description: 'Not sent yet, or waiting for another attempt.' },
    SENT: { description: 'Accepted by the server; kept for two weeks.' },
    FAILED: { description: 'Given up; kept for 90 days.' },
    CANCELLED: { description: 'Not sent, since its recipient or channel is gone; kept for two weeks.' },
  },
});

/** The reasons for failures, by their GraphQL names. */
const MailFailureType = Object.fromEntries(failureReasons.map((reason) => [reason.toUpperCase(), reason]));

registerEnumType(MailFailureType, {
  name: 'MailFailure',
  description: 'Reason why a message was not sent.',
  valuesConfig: {
    ADDRESS_REFUSED: { description: 'The service may not send to this address: see WEBHOOK_ALLOWED_NETWORKS.' },
    BAD_ADDRESS: { description: 'Not an address that mail can be sent to.' },
    CHANNEL_GONE: { description: 'The alert channel was deleted or switched off.' },
    DEMONSTRATION: { description: 'Nothing leaves a demonstration.' },
    LOGIN_REFUSED: { description: 'The mail server refused the user name and password of the service.' },
    MAIL_OFF: { description: 'EMAIL_MODE is not true, so nothing is sent.' },
    NO_ACCESS_TOKEN: { description: 'The provider issued no OAuth 2.0 token for sending.' },
    NO_CONNECTION: { description: 'The server could not be reached, or the connection broke.' },
    NO_TLS: { description: 'The mail server offers no encryption.' },
    PUT_OFF: { description: 'The server asked to try again later.' },
    RECIPIENT_BEHIND: { description: 'Not tried: too many earlier messages wait for the same recipient.' },
    RECIPIENT_GONE: { description: 'The account or the browser no longer exists.' },
    REFUSED: { description: 'The server refused the message for good.' },
    SECRET_UNREADABLE: { description: 'The secrets of the channel cannot be read with the present secret key.' },
    TOO_SLOW: { description: 'No answer in time.' },
    UNEXPECTED: { description: 'An error of the service itself; the log has the details.' },
  },
});

export function shapeOutboxMail({ mail, recipient, channel }: OutboxEntry): OutboxMailType {
  const { id, state, queuedAt, tries, nextTryAt, settledAt, reason, detail } = mail;
  return {
    id: globalId('OutboxMail', id),
    state,
    username: recipient?.username ?? null,
    email: recipient?.email ?? null,
    channel,
    queuedAt: queuedAt.toISOString(),
    tries,
    nextTryAt: state === 'waiting' ? nextTryAt.toISOString() : null,
    settledAt: settledAt?.toISOString() ?? null,
    reason,
    detail,
  };
}

@ObjectType('OutboxMail', {
  implements: NodeType,
  description: 'A mail or another message, sent or waiting. Times are ISO 8601 in UTC.',
})
export class OutboxMailType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `retryMail`.' })
  id!: string;

  @Field(() => MailStateType, { description: 'Failed ones are retried only on request.' })
  state!: MessageState;

  @Field(() => String, {
    nullable: true,
    description: "Recipient's account; null if it was deleted, or the message is for a channel.",
  })
  username!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Current address of the account; for a channel, the recipient.',
  })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The alert channel it is for; null for a mail to an account.',
  })
  channel!: string | null;

  @Field(() => DateTime, { description: 'When it was handed over for delivery.' })
  queuedAt!: string;

  @Field(() => Int, { description: 'Number of attempts since it was queued or last retried by staff.' })
  tries!: number;

  @Field(() => DateTime, { nullable: true, description: 'Time of the next attempt; null unless it waits.' })
  nextTryAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Time when it was sent or given up.' })
  settledAt!: string | null;

  @Field(() => MailFailureType, { nullable: true, description: 'Reason for the last failure.' })
  reason!: FailureReason | null;

  @Field(() => String, { description: "The server's answer, cut and cleaned; empty if there was none." })
  detail!: string;
}

export const OutboxMailConnection = connectionType(OutboxMailType, 'OutboxMail');

@ObjectType('MailTest', { description: "The mail server's answer to a test mail." })
export class MailTestType {
  @Field(() => Boolean, { description: 'Whether the server has accepted the mail. It may still not arrive.' })
  isAccepted!: boolean;

  @Field(() => String, { nullable: true, description: 'Host and port of the mail server; null while mail is off.' })
  server!: string | null;

  @Field(() => MailFailureType, { nullable: true, description: 'Reason for a failure; null if it was accepted.' })
  reason!: FailureReason | null;

  @Field(() => String, { description: "The server's answer, cut and cleaned; empty if there was none." })
  detail!: string;
}

@ObjectType('MailStatus', { description: 'Whether mail is sent, and the number of waiting mails.' })
export class MailStatusType {
  @Field(() => Boolean, { description: 'Whether EMAIL_MODE is true: otherwise nothing is queued or sent.' })
  isOn!: boolean;

  @Field(() => Int, { description: 'Messages not sent yet, including those waiting for another attempt.' })
  waiting!: number;

  @Field(() => Int, { description: 'Messages that were given up.' })
  failed!: number;
}
