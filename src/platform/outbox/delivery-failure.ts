/** Stable codes for the reasons why a message was not sent. */
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
  'demonstration',
  'mail_off',
  'secret_unreadable',
  'channel_gone',
  'recipient_gone',
  'recipient_behind',
  'unexpected',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** A message was not sent. Reason and detail are for staff and the log, and never contain secrets or addresses. */
export abstract class DeliveryFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    readonly detail = '',
  ) {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.name = new.target.name;
  }
}

/** A permanent failure: the message will never be accepted. */
export class Rejected extends DeliveryFailure {}

/** A temporary failure: the message will be tried again. */
export class NotSent extends DeliveryFailure {
  constructor(
    reason: FailureReason,
    detail = '',
    readonly retryAfterMs = 0,
    /** Whether the receiver accepted the connection but sent no answer. */
    readonly isSilent = false,
  ) {
    super(reason, detail);
  }

  /** Whether the provider is the cause, in which case other messages to it would fail now as well. */
  get isProviderFault(): boolean {
    return this.reason !== 'put_off';
  }
}

/** The message is obsolete because its channel or recipient is gone or switched off. */
export class NotWanted extends DeliveryFailure {}
