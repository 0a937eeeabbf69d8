/**
 * An operator's command failed for a reason that the operator can fix. The message is one line that says how; the
 * command line prints it and exits with 1.
 */
export class CommandFailure extends Error {}
