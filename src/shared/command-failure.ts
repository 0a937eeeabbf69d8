/**
 * A command of the operator cannot do what it was asked to, for a reason that the operator can mend. The message says in
 * one line what to do; the command line prints it and exits with 1.
 */
export class CommandFailure extends Error {}
