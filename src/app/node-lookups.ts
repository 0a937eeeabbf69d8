import { among, byId, inPages, type NodeLookups } from '../platform/graphql/node-lookup.js';

/** Queries behind `node`. A type that implements `Node` has an entry here. */
export const nodeLookups: NodeLookups = {
  AlertRule: [byId('alertRule')],
  AuditEvent: [byId('auditEvent')],
  Channel: [byId('channel')],
  Host: [byId('host')],
  Incident: [byId('incident')],
  Invitation: [inPages('invitations')],
  OidcIdentity: [among('oidcIdentities')],
  OutboxMail: [inPages('outbox')],
  Passkey: [among('passkeys')],
  PersonalAccessToken: [among('personalAccessTokens')],
  PushSubscription: [among('pushSubscriptions')],
  ServiceNode: [among('serviceNodes')],
  Session: [among('sessions')],
  Silence: [inPages('silences')],
  User: [inPages('users'), among('me')],
};
