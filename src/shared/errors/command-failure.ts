/**
 * An operator's command failed for a reason that the operator can remove. The message is one line with what to do; the
 * command line prints it and exits with 1.
 */
export class CommandFailure extends Error {}
