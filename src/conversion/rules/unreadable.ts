/** What reading a text gives when it is not what it should be. */
export interface Unreadable<Problem> {
  readonly problem: Problem;
}

/** Whether reading has failed. */
export function isUnreadable<Problem>(read: unknown): read is Unreadable<Problem> {
  return typeof read === 'object' && read !== null && 'problem' in read;
}
