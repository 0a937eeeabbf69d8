import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { type FailureReason, failureReasons } from '../../../platform/outbox/delivery-failure.js';
import type { MessageState } from '../../../platform/outbox/outbox-message.entity.js';
import type { OutboxEntry } from './outbox-admin.js';

/** The states of a mail, by their names in GraphQL. */
export const MailStateType = {
  WAITING: 'waiting',
  SENT: 'sent',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, MessageState>;

registerEnumType(MailStateType, {
  name: 'MailState',
  description:
    'Where a message stands. A failed one is tried again only when somebody says so; a cancelled one is for nobody any more.',
});

/** The reasons of failures, by their names in GraphQL. */
const MailFailureType = Object.fromEntries(failureReasons.map((reason) => [reason.toUpperCase(), reason]));

registerEnumType(MailFailureType, { name: 'MailFailure', description: 'What kept a message from being sent.' });

/** Shapes a mail for GraphQL. */
export function outboxMailOf({ mail, recipient, channel }: OutboxEntry): OutboxMailType {
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

/** A mail of the outbox as staff see it. */
@ObjectType('OutboxMail', {
  description: 'A mail or another message that is to be sent, or that was. Times are ISO 8601 in UTC.',
})
export class OutboxMailType {
  @Field(() => ID)
  id!: string;

  @Field(() => MailStateType)
  state!: MessageState;

  @Field(() => String, {
    nullable: true,
    description: 'Whom it is for; null when that account is no more, or it is for a channel.',
  })
  username!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where it goes, as the account has it now; of a channel, the recipient.',
  })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The channel of alerts that it is for; null for a mail to an account.',
  })
  channel!: string | null;

  @Field(() => String)
  queuedAt!: string;

  @Field(() => Int, { description: 'How often it was tried, since it was queued or somebody had it tried again.' })
  tries!: number;

  @Field(() => String, { nullable: true, description: 'Null unless it waits.' })
  nextTryAt!: string | null;

  @Field(() => String, { nullable: true, description: 'When it was sent or given up.' })
  settledAt!: string | null;

  @Field(() => MailFailureType, { nullable: true, description: 'Why the last try failed.' })
  reason!: FailureReason | null;

  @Field(() => String, { description: 'What was said about it, cut and cleaned; empty when nothing was.' })
  detail!: string;
}

/** A page of the outbox. */
export const OutboxMailConnection = connectionType(OutboxMailType, 'OutboxMailConnection');

/** What the outbox is doing. */
@ObjectType('MailStatus', { description: 'Whether mail is sent, and what waits.' })
export class MailStatusType {
  @Field(() => Boolean, { description: 'Whether EMAIL_MODE is true: otherwise nothing is queued and nothing is sent.' })
  isOn!: boolean;

  @Field(() => Int)
  waiting!: number;

  @Field(() => Int)
  failed!: number;
}
