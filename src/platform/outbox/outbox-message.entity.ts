import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Language } from '../../i18n/catalogues.js';
import type { FailureReason } from './delivery-failure.js';

/** The state of a message; `failed` is tried again only on request, `cancelled` means that nobody is to get it any more. */
export type MessageState = 'waiting' | 'sent' | 'failed' | 'cancelled';

/** What a mail to a person is about; `welcome` for what is no such mail, too. */
export type MailKind = 'welcome' | 'password_reset' | 'invitation' | 'codes_refused' | 'address_changed';

/**
 * The order in which the due messages of a queue are sent, the lowest first: alerts that staff have asked for; what a
 * person waits for or should know at once, and alerts of other people; invitations; welcome mails, which strangers cause.
 */
export const Priority = { URGENT: 0, PROMPT: 1, ROUTINE: 2, BULK: 3 } as const;

/** One of {@link Priority}. */
export type Priority = (typeof Priority)[keyof typeof Priority];

/** The longest {@link OutboxMessage.receiver}: a host name has 253 characters, and a port. */
export const RECEIVER_MAX_LENGTH = 260;

/** The queue that a message waits in, by how it leaves: messages of one queue share a worker. */
export type QueueName = 'mail' | 'http' | 'push';

/**
 * A message that is to be sent, or has been: a mail to an account, or what a channel is told. Its recipient and content
 * are made when it is sent, so that the outbox stores no personal data except the hash of an address (decisions 017, 025)
 * and the addresses that staff gave a channel (decision 051).
 */
@Entity({ tableName: 'outbox_messages' })
@Index({ properties: ['state', 'id'] })
@Index({ properties: ['state', 'queue', 'priority', 'turn', 'nextTryAt', 'id'] })
@Index({ properties: ['state', 'settledAt'] })
@Index({ properties: ['recipient', 'triedAt'] })
@Index({ properties: ['kind', 'triedAt'] })
@Index({ properties: ['channelId', 'settledAt'] })
@Index({ properties: ['channelId', 'state'] })
@Index({ properties: ['batch'] })
export class OutboxMessage {
  declare [OptionalProps]?:
    | 'userId'
    | 'kind'
    | 'invitationId'
    | 'queue'
    | 'priority'
    | 'turn'
    | 'receiver'
    | 'channelId'
    | 'batch'
    | 'address'
    | 'state'
    | 'tries'
    | 'recipient'
    | 'triedAt'
    | 'claimedUntil'
    | 'settledAt'
    | 'reason'
    | 'detail';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** What tells it from all others, the same for every try: of a mail, the header `Message-ID` with its angle brackets. */
  @Property({ type: 'string', length: 320, unique: true })
  messageId!: string;

  /** The account it is for. Not a foreign key, as the account may be deleted before the mail is sent. */
  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;

  @Property({ type: 'string', length: 20, default: 'welcome' })
  kind: MailKind = 'welcome';

  /** The invitation that it is about. */
  @Property({ type: 'integer', nullable: true })
  invitationId: number | null = null;

  /** The column has its name from before queues were called so. */
  @Property({ type: 'string', fieldName: 'lane', length: 10, default: 'mail' })
  queue: QueueName = 'mail';

  @Property({ type: 'smallint', default: Priority.URGENT })
  priority: Priority = Priority.URGENT;

  /**
   * Its place among those of one priority, the lowest first: the number of messages that waited for the same account when
   * it was queued, plus its failed tries. So nobody's second message goes before anybody's first.
   */
  @Property({ type: 'integer', default: 0 })
  turn: number = 0;

  /** The host of a push service, or the channel, which gets one message at a time; empty for mails. */
  @Property({ type: 'string', length: RECEIVER_MAX_LENGTH, default: '' })
  receiver: string = '';

  /** The channel it is for; null for a mail to an account. */
  @Property({ type: 'integer', nullable: true })
  channelId: number | null = null;

  /** The items that it tells of. Messages of one batch say the same to several recipients. */
  @Property({ type: 'string', length: 36, nullable: true })
  batch: string | null = null;

  /**
   * The recipient, where a channel has several: an e-mail address, or the number of a browser. Of a mail that is for no
   * one account, its address, until the mail is settled.
   */
  @Property({ type: 'string', length: 320, nullable: true })
  address: string | null = null;

  @Property({ type: 'string', length: 35 })
  language!: Language;

  @Property({ type: 'datetime' })
  queuedAt!: Date;

  @Property({ type: 'string', length: 10, default: 'waiting' })
  state: MessageState = 'waiting';

  /** How often it has been tried, since it was queued or a retry was requested. */
  @Property({ type: 'integer', default: 0 })
  tries: number = 0;

  @Property({ type: 'datetime' })
  nextTryAt!: Date;

  /** The time of the last try. */
  @Property({ type: 'datetime' })
  triedUntil!: Date;

  /**
   * The hash of the address at the last try of a mail to an account (`platform/mail/recipient-key.ts`); null before the
   * first.
   */
  @Property({ type: 'string', length: 43, nullable: true })
  recipient: string | null = null;

  /** When the last try of a mail to an account began. */
  @Property({ type: 'datetime', nullable: true })
  triedAt: Date | null = null;

  /** Until when a worker has claimed it. It expires, as the worker's process may have died. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: Date | null = null;

  /** When it was sent, failed for good, or was cancelled. */
  @Property({ type: 'datetime', nullable: true })
  settledAt: Date | null = null;

  /** Why the last try failed. */
  @Property({ type: 'string', length: 30, nullable: true })
  reason: FailureReason | null = null;

  /** The receiver's answer, without secrets and addresses; empty when there was none. */
  @Property({ type: 'string', length: 300, default: '' })
  detail: string = '';
}
