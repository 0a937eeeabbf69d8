/** Why a message was not sent: stable codes. */
export const failureReasons = [
  'no_connection',
  'no_tls',
  'no_access_token',
  'login_refused',
  'refused',
  'put_off',
  'too_slow',
  'bad_address',
  'address_refused',
  'mail_off',
  'secret_unreadable',
  'channel_gone',
  'recipient_gone',
  'recipient_behind',
  'unexpected',
] as const;

/** One of {@link failureReasons}. */
export type FailureReason = (typeof failureReasons)[number];

/** A message was not sent. Reason and detail are for staff and the log, and contain neither secrets nor addresses. */
export abstract class DeliveryFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    readonly detail = '',
  ) {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.name = new.target.name;
  }
}

/** This message will never be taken. */
export class Rejected extends DeliveryFailure {}

/** The message was not sent this time, and is to be tried again. */
export class NotSent extends DeliveryFailure {
  constructor(
    reason: FailureReason,
    detail = '',
    /** How long the receiver wants to be left alone, where it says so. */
    readonly retryAfterMs = 0,
    /** Whether the receiver took the connection, and gave no answer. */
    readonly isSilent = false,
  ) {
    super(reason, detail);
  }

  /** Whether the provider is the cause, so that other messages to it would fail now as well. */
  get isProviderFault(): boolean {
    return this.reason !== 'put_off';
  }
}

/** Nobody is to get the message any more: its channel is gone or switched off, or its recipient is. */
export class NotWanted extends DeliveryFailure {}
