import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Language } from '../../i18n/catalogues.js';
import type { FailureReason } from './delivery-failure.js';

/** State of a message. A `failed` message is tried again only on request; a `cancelled` one is obsolete. */
export type MessageState = 'waiting' | 'sent' | 'failed' | 'cancelled';

/** Kind of a mail to an account or an address. Messages to channels have `welcome` too, so check `channelId` first. */
export type MailKind = 'welcome' | 'password_reset' | 'invitation' | 'codes_refused' | 'address_changed';

/**
 * Order in which a queue's due messages are sent, lowest first: alerts requested by staff; messages that a person is
 * waiting for or should know about immediately, and alerts of other users; invitations; welcome mails, which anyone can
 * cause.
 */
export const Priority = { URGENT: 0, PROMPT: 1, ROUTINE: 2, BULK: 3 } as const;

export type Priority = (typeof Priority)[keyof typeof Priority];

/** Maximum length of {@link OutboxMessage.receiver}: a host name of 253 characters, plus a port. */
export const RECEIVER_MAX_LENGTH = 260;

/** Queue of a message, by transport. Messages in one queue have a common worker. */
export type QueueName = 'mail' | 'http' | 'push';

/**
 * A message that is waiting or was sent: a mail to an account, or a message to a channel. Its recipient and content are
 * computed when it is sent. The outbox therefore stores no personal data except the hash of an address (decisions 017,
 * 063) and the addresses that staff gave a channel (decision 017).
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
    | 'putOffUntil'
    | 'settledAt'
    | 'reason'
    | 'detail';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Unique, and the same for every try; for mails, the `Message-ID` header with its angle brackets. */
  @Property({ type: 'string', length: 320, unique: true })
  messageId!: string;

  /** Receiving account. Not a foreign key, since the account may be deleted before the mail is sent. */
  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;

  @Property({ type: 'string', length: 20, default: 'welcome' })
  kind: MailKind = 'welcome';

  @Property({ type: 'integer', nullable: true })
  invitationId: number | null = null;

  /** Queue of the message. The column name is older than the term "queue". */
  @Property({ type: 'string', fieldName: 'lane', length: 10, default: 'mail' })
  queue: QueueName = 'mail';

  @Property({ type: 'smallint', default: Priority.URGENT })
  priority: Priority = Priority.URGENT;

  /**
   * Position within its priority, lowest first: the number of messages that were waiting for the same account when it
   * was queued, plus its failed tries. This puts every account's first message before any account's second.
   */
  @Property({ type: 'integer', default: 0 })
  turn: number = 0;

  /** Host of a push service, or the channel, which gets one message at a time. Empty for mails. */
  @Property({ type: 'string', length: RECEIVER_MAX_LENGTH, default: '' })
  receiver: string = '';

  /** Receiving channel; null for a mail to an account. */
  @Property({ type: 'integer', nullable: true })
  channelId: number | null = null;

  /** Batch of the items it contains. Messages of one batch have the same content for different recipients. */
  @Property({ type: 'string', length: 36, nullable: true })
  batch: string | null = null;

  /**
   * Recipient within a channel: an e-mail address, or the number of a browser. For a mail without an account, its
   * address until the mail is settled.
   */
  @Property({ type: 'string', length: 320, nullable: true })
  address: string | null = null;

  @Property({ type: 'string', length: 35 })
  language!: Language;

  @Property({ type: 'datetime' })
  queuedAt!: Date;

  @Property({ type: 'string', length: 10, default: 'waiting' })
  state: MessageState = 'waiting';

  /** Number of tries since it was queued or a retry was requested. */
  @Property({ type: 'integer', default: 0 })
  tries: number = 0;

  @Property({ type: 'datetime' })
  nextTryAt!: Date;

  /** When the final try is due; if that try fails, so does the message. */
  @Property({ type: 'datetime' })
  triedUntil!: Date;

  /**
   * Hash of the address at the last try of a mail to an account (`platform/mail/recipient-key.ts`); null before the
   * first.
   */
  @Property({ type: 'string', length: 43, nullable: true })
  recipient: string | null = null;

  /** Start of the latest try of a mail to an account. */
  @Property({ type: 'datetime', nullable: true })
  triedAt: Date | null = null;

  /** When a worker's claim expires. Claims expire because the worker's process may have died. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: Date | null = null;

  /** Until when the receiver has asked not to be sent anything (`Retry-After`); other messages to it wait as well. */
  @Property({ type: 'datetime', nullable: true })
  putOffUntil: Date | null = null;

  /** When it was sent, was cancelled, or failed for good. */
  @Property({ type: 'datetime', nullable: true })
  settledAt: Date | null = null;

  @Property({ type: 'string', length: 30, nullable: true })
  reason: FailureReason | null = null;

  /** The receiver's answer, without secrets and addresses; empty if there was none. */
  @Property({ type: 'string', length: 300, default: '' })
  detail: string = '';
}
