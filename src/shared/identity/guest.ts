/**
 * Somebody without an account who takes part in one room, by a cookie that opens nothing else (promise 52). A guest is no
 * viewer: every field that does not say that guests may use it treats them as a visitor.
 */
export interface Guest {
  readonly participantId: number;
  readonly nickname: string;
  readonly roomId: number;
  readonly roomCode: string;
}
