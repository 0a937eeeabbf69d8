/** Why a request got no answer: stable codes. */
export type OutgoingReason = 'address_refused' | 'no_connection' | 'too_slow';

/** A request got no answer. Neither reason nor detail contain anything that a receiver said, or a secret of the address. */
export class OutgoingFailure extends Error {
  constructor(
    readonly reason: OutgoingReason,
    /** The system's word, such as `ECONNREFUSED`, or what of an address is refused; may be empty. */
    readonly detail = '',
    /** Whether the receiver took the connection, and gave no answer until the time was up. */
    readonly isSilent = false,
  ) {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.name = new.target.name;
  }
}
