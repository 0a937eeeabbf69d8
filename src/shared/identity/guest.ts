/**
 * A participant of one room who has no account, identified by a cookie that gives access to nothing else (promise 52).
 * A guest is not a viewer: fields that do not explicitly admit guests treat them as visitors.
 */
export interface Guest {
  readonly participantId: number;
  readonly nickname: string;
  readonly roomId: number;
  readonly roomCode: string;
  /** Whether the room's results are kept after it. */
  readonly keepsResults: boolean;
}
