/** GraphQL types whose ids have the form `Type:id`. Ids of hosts are their numbers alone, as in every interface. */
export type IdentifiedType =
  | 'AlertRule'
  | 'AuditEvent'
  | 'Channel'
  | 'Collector'
  | 'Incident'
  | 'Invitation'
  | 'Lesson'
  | 'LiveSession'
  | 'OidcIdentity'
  | 'OpenSocket'
  | 'OutboxMail'
  | 'Passkey'
  | 'PersonalAccessToken'
  | 'PushSubscription'
  | 'RoomExercise'
  | 'RoomParticipant'
  | 'RoomQuestion'
  | 'SchoolClass'
  | 'SecurityEvent'
  | 'ServiceNode'
  | 'Session'
  | 'Silence'
  | 'User';

/** Type of the objects whose ids have no type in front. */
const PLAIN_TYPE = 'Host';

/** Returns an id that is unique over all types: `Incident:12` (decision 101). */
export function globalId(type: IdentifiedType, id: number | string): string {
  return `${type}:${id}`;
}

/**
 * Returns an id without its type, as it is stored. Clients of earlier versions, addresses of pages and messages have
 * such ids, so they are returned unchanged. Ids of other types are, too, and belong to nothing of this type.
 */
export function localId(id: string, ...types: readonly IdentifiedType[]): string {
  const type = types.find((candidate) => id.startsWith(`${candidate}:`));
  return type === undefined ? id : id.slice(type.length + 1);
}

/** Splits an id into its type and the id without it. The type is whatever a client has sent. */
export function splitGlobalId(id: string): { readonly type: string; readonly id: string } {
  const at = id.indexOf(':');
  return at < 0 ? { type: PLAIN_TYPE, id } : { type: id.slice(0, at), id: id.slice(at + 1) };
}
