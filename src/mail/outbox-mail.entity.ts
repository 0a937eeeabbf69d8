import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Language } from '../i18n/catalogues.js';
import type { FailureReason } from './mailer.js';

/** The state of a mail; `failed` is tried again only on request. */
export type MailState = 'waiting' | 'sent' | 'failed';

/**
 * A mail that is to be sent, or has been. Its recipient and content are made from the account when it is sent, so that
 * the outbox stores no personal data except the hash of an address (decisions 017, 025).
 */
@Entity({ tableName: 'outbox_mails' })
@Index({ properties: ['state', 'nextTryAt'] })
@Index({ properties: ['recipient', 'triedAt'] })
export class OutboxMail {
  declare [OptionalProps]?:
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

  /** The header `Message-ID` with its angle brackets, the same for every try. */
  @Property({ type: 'string', length: 320, unique: true })
  messageId!: string;

  /** The account it is for. Not a foreign key, as the account may be deleted before the mail is sent. */
  @Property({ type: 'integer' })
  userId!: number;

  @Property({ type: 'string', length: 35 })
  language!: Language;

  @Property({ type: 'datetime' })
  queuedAt!: Date;

  @Property({ type: 'string', length: 10, default: 'waiting' })
  state: MailState = 'waiting';

  /** How often it has been tried, since it was queued or a retry was requested. */
  @Property({ type: 'integer', default: 0 })
  tries: number = 0;

  @Property({ type: 'datetime' })
  nextTryAt!: Date;

  /** The time of the last try. */
  @Property({ type: 'datetime' })
  triedUntil!: Date;

  /** The `recipientKey` of the address at the last try; null before the first. */
  @Property({ type: 'string', length: 43, nullable: true })
  recipient: string | null = null;

  /** When the last try began. */
  @Property({ type: 'datetime', nullable: true })
  triedAt: Date | null = null;

  /** Until when a worker has claimed it. It expires, as the worker's process may have died. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: Date | null = null;

  /** When it was sent, or failed for good. */
  @Property({ type: 'datetime', nullable: true })
  settledAt: Date | null = null;

  /** Why the last try failed. */
  @Property({ type: 'string', length: 30, nullable: true })
  reason: FailureReason | null = null;

  /** The server's answer, without secrets and addresses; empty when there was none. */
  @Property({ type: 'string', length: 300, default: '' })
  detail: string = '';
}
