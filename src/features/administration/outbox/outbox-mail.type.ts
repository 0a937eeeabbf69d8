import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { type FailureReason, failureReasons } from '../../../platform/outbox/delivery-failure.js';
import type { MessageState } from '../../../platform/outbox/outbox-message.entity.js';
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
});

/** The reasons for failures, by their GraphQL names. */
const MailFailureType = Object.fromEntries(failureReasons.map((reason) => [reason.toUpperCase(), reason]));

registerEnumType(MailFailureType, { name: 'MailFailure', description: 'Reason why a message was not sent.' });

export function shapeOutboxMail({ mail, recipient, channel }: OutboxEntry): OutboxMailType {
  const { id, state, queuedAt, tries, nextTryAt, settledAt, reason, detail } = mail;
  return {
    id: String(id),
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
  description: 'A mail or another message, sent or waiting. Times are ISO 8601 in UTC.',
})
export class OutboxMailType {
  @Field(() => ID)
  id!: string;

  @Field(() => MailStateType)
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

  @Field(() => String)
  queuedAt!: string;

  @Field(() => Int, { description: 'Number of attempts since it was queued or last retried by staff.' })
  tries!: number;

  @Field(() => String, { nullable: true, description: 'Null unless it waits.' })
  nextTryAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Time when it was sent or given up.' })
  settledAt!: string | null;

  @Field(() => MailFailureType, { nullable: true, description: 'Reason for the last failure.' })
  reason!: FailureReason | null;

  @Field(() => String, { description: "The server's answer, cut and cleaned; empty if there was none." })
  detail!: string;
}

export const OutboxMailConnection = connectionType(OutboxMailType, 'OutboxMailConnection');

@ObjectType('MailStatus', { description: 'Whether mail is sent, and the number of waiting mails.' })
export class MailStatusType {
  @Field(() => Boolean, { description: 'Whether EMAIL_MODE is true: otherwise nothing is queued or sent.' })
  isOn!: boolean;

  @Field(() => Int)
  waiting!: number;

  @Field(() => Int)
  failed!: number;
}
