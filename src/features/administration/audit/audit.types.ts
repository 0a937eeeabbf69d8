import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AuditRecord, AuditResult } from '../../../platform/audit/audit-record.js';
import type { AuditAction } from '../../../platform/audit/audit-trail.js';
import type { LoginMethod } from '../../../platform/audit/origin.js';
import { connectionType } from '../../../platform/graphql/connection.type.js';

/** Kinds of events, in upper case in GraphQL and in lower case in the audit trail. */
export const AuditEventKind = {
  REGISTER: 'register',
  LOGIN: 'login',
  TOKEN_REFRESH: 'token_refresh',
  LOGOUT: 'logout',
  PROFILE_CHANGE: 'profile_change',
  REAUTHENTICATION: 'reauthentication',
  FACTOR_ADD: 'factor_add',
  FACTOR_REMOVE: 'factor_remove',
  FACTORS_RESET: 'factors_reset',
  SECOND_FACTOR_CHALLENGE: 'second_factor_challenge',
  RECOVERY_CODES_RENEW: 'recovery_codes_renew',
  SECOND_FACTOR_POLICY: 'second_factor_policy',
  PASSWORD_CHANGE: 'password_change',
  PASSWORD_SET: 'password_set',
  PASSWORD_RESET: 'password_reset',
  SESSION_END: 'session_end',
  OTHER_SESSIONS_END: 'other_sessions_end',
  SESSIONS_END: 'sessions_end',
  PERSONAL_TOKEN_CREATE: 'personal_token_create',
  PERSONAL_TOKEN_REVOKE: 'personal_token_revoke',
  ACTIVATE: 'activate',
  DEACTIVATE: 'deactivate',
  STAFF_GRANT: 'staff_grant',
  STAFF_REVOKE: 'staff_revoke',
  UNLOCK: 'unlock',
  PASSKEY_ADD: 'passkey_add',
  PASSKEY_RENAME: 'passkey_rename',
  PASSKEY_REMOVE: 'passkey_remove',
  REGISTRATION_MODE: 'registration_mode',
  INVITATION_CREATE: 'invitation_create',
  INVITATION_WITHDRAW: 'invitation_withdraw',
  ACCOUNT_DELETE: 'account_delete',
  TERMS_CREATE: 'terms_create',
  TERMS_UPDATE: 'terms_update',
  DOMAIN_BLOCK: 'domain_block',
  DOMAIN_UNBLOCK: 'domain_unblock',
  MAIL_RETRY: 'mail_retry',
  CHANNEL_CREATE: 'channel_create',
  CHANNEL_UPDATE: 'channel_update',
  CHANNEL_DELETE: 'channel_delete',
  CHANNEL_TEST: 'channel_test',
  ALERT_RULE_CREATE: 'alert_rule_create',
  ALERT_RULE_UPDATE: 'alert_rule_update',
  ALERT_RULE_DELETE: 'alert_rule_delete',
  ALERT_NOTICE_DISMISS: 'alert_notice_dismiss',
  SILENCE_CREATE: 'silence_create',
  SILENCE_END: 'silence_end',
  INCIDENT_ACKNOWLEDGE: 'incident_acknowledge',
  HOST_ADD: 'host_add',
  HOST_RENAME: 'host_rename',
  HOST_TAG: 'host_tag',
  HOST_INTERVAL: 'host_interval',
  HOST_RETIRE: 'host_retire',
  HOST_NEW_TOKEN: 'host_new_token',
  HOST_COPY_REFUSED: 'host_copy_refused',
  IMPORT: 'import',
} as const satisfies { readonly [Act in AuditAction as Uppercase<Act>]: Act };
registerEnumType(AuditEventKind, { name: 'AuditEventKind', description: 'Kind of event. Values may be added.' });

export const AuditResultKind = { SUCCESS: 'success', FAILURE: 'failure', LOCKED_OUT: 'locked_out' } as const satisfies {
  readonly [Result in AuditResult as Uppercase<Result>]: Result;
};
registerEnumType(AuditResultKind, {
  name: 'AuditResult',
  description: 'Outcome. LOCKED_OUT is the failure that caused the lock; attempts during the lock are only logged.',
});

export const LoginMethodType = {
  FORM: 'form',
  ADMIN: 'admin',
  TOKEN: 'token',
  GRAPHQL: 'graphql',
  CLI: 'cli',
} as const satisfies { readonly [Way in LoginMethod as Uppercase<Way>]: Way };
registerEnumType(LoginMethodType, {
  name: 'AuditDoor',
  description: 'Way in: a form, the API, the command line.',
});

@ObjectType('AuditEvent', { description: 'A line of the audit trail.' })
export class AuditEventType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'ISO 8601, UTC.' })
  at!: string;

  @Field(() => AuditEventKind)
  event!: AuditAction;

  @Field(() => AuditResultKind)
  result!: AuditResult;

  @Field(() => LoginMethodType)
  door!: LoginMethod;

  @Field(() => String, { description: 'Address of the caller; empty from the command line.' })
  address!: string;

  @Field(() => String, { description: 'Name as typed; it need not belong to an account. Empty for settings.' })
  username!: string;

  @Field(() => String, { description: 'Staff member who changed somebody or something else, or empty.' })
  actor!: string;

  @Field(() => String, {
    nullable: true,
    description: 'State before the change, as JSON; in lists, cut after 500 characters with `…` at the end.',
  })
  before!: string | null;

  @Field(() => String, { nullable: true, description: 'State after the change, in the same form.' })
  after!: string | null;
}

export const AuditEventConnection = connectionType(AuditEventType, 'AuditEventConnection');

@InputType('AuditFilter', { description: 'Search conditions; omitted ones match everything.' })
export class AuditFilterInput {
  @Field(() => String, { nullable: true, description: 'Any spelling that logs in to the account.' })
  username?: string | null;

  @Field(() => AuditEventKind, { nullable: true })
  event?: AuditAction | null;

  @Field(() => AuditResultKind, { nullable: true })
  result?: AuditResult | null;

  @Field(() => LoginMethodType, { nullable: true })
  door?: LoginMethod | null;

  @Field(() => String, { nullable: true, description: 'The complete address; empty for the command line.' })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'Username of the staff member, in any spelling.' })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: 'Start, inclusive: ISO 8601 with a time zone.' })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'End, exclusive: ISO 8601 with a time zone.' })
  to?: string | null;
}

@ObjectType('CsvPart', {
  description: 'A part of a table as CSV (RFC 4180, UTF-8). Concatenated, the parts form a file.',
})
export class CsvPartType {
  @Field(() => String)
  csv!: string;

  @Field(() => Int, { description: 'Number of events in it, not counting the header line.' })
  rows!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Pass as `after` for the next part; null if this part is empty.',
  })
  endCursor!: string | null;

  @Field(() => Boolean)
  hasNextPage!: boolean;
}

export function shapeAuditEvent(record: AuditRecord): AuditEventType {
  const { event, result, door, address, username, actor, before, after } = record;
  const [id, at] = [String(record.id), record.at.toISOString()];
  return { id, at, event, result, door, address, username, actor, before, after };
}
