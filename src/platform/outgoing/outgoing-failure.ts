/** Stable codes for the reasons why a request got no answer. */
export type OutgoingReason = 'address_refused' | 'demonstration' | 'no_connection' | 'too_slow';

/** A request got no answer. Reason and detail never contain text from the receiver or secrets from the URL. */
export class OutgoingFailure extends Error {
  constructor(
    readonly reason: OutgoingReason,
    /** The system's code, e.g. `ECONNREFUSED`, or the refused part of the URL; may be empty. */
    readonly detail = '',
    /** Whether the receiver accepted the connection but sent no answer within the time limit. */
    readonly isSilent = false,
  ) {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.name = new.target.name;
  }
}
