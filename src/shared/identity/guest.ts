/**
 * A participant of one room without an account, identified by a cookie that opens nothing else (promise 52). A guest is
 * no viewer: every field that does not explicitly admit guests treats them as a visitor.
 */
export interface Guest {
  readonly participantId: number;
  readonly nickname: string;
  readonly roomId: number;
  readonly roomCode: string;
}
