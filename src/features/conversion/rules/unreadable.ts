export interface Unreadable<Problem> {
  readonly problem: Problem;
}

export function isUnreadable<Problem>(read: unknown): read is Unreadable<Problem> {
  return typeof read === 'object' && read !== null && 'problem' in read;
}
