/** The result of parsing an invalid text. */
export interface Unreadable<Problem> {
  readonly problem: Problem;
}

/** Whether parsing has failed. */
export function isUnreadable<Problem>(read: unknown): read is Unreadable<Problem> {
  return typeof read === 'object' && read !== null && 'problem' in read;
}
