import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AuditRecord, AuditResult } from '../../../platform/audit/audit-record.js';
import type { AuditAction } from '../../../platform/audit/audit-trail.js';
import type { LoginMethod } from '../../../platform/audit/origin.js';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';

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
  ROLE_CHANGE: 'role_change',
  MACHINES_CHANGE: 'machines_change',
  NEW_ACCOUNTS: 'new_accounts',
  UNLOCK: 'unlock',
  PASSKEY_ADD: 'passkey_add',
  PASSKEY_RENAME: 'passkey_rename',
  PASSKEY_REMOVE: 'passkey_remove',
  IDENTITY_LINK: 'identity_link',
  IDENTITY_UNLINK: 'identity_unlink',
  BREAK_GLASS_GRANT: 'break_glass_grant',
  BREAK_GLASS_REVOKE: 'break_glass_revoke',
  REGISTRATION_MODE: 'registration_mode',
  INVITATION_CREATE: 'invitation_create',
  INVITATION_WITHDRAW: 'invitation_withdraw',
  SETUP_LINK_CREATE: 'setup_link_create',
  ACCOUNT_DELETE: 'account_delete',
  TERMS_CREATE: 'terms_create',
  TERMS_UPDATE: 'terms_update',
  DOMAIN_BLOCK: 'domain_block',
  DOMAIN_UNBLOCK: 'domain_unblock',
  MAIL_RETRY: 'mail_retry',
  MAIL_TEST: 'mail_test',
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
  HOST_SCRAPE: 'host_scrape',
  COLLECTOR_ADD: 'collector_add',
  COLLECTOR_RETIRE: 'collector_retire',
  HOST_READMIT: 'host_readmit',
  COLLECTOR_NEW_TOKEN: 'collector_new_token',
  IMPORT: 'import',
} as const satisfies { readonly [Act in AuditAction as Uppercase<Act>]: Act };
registerEnumType(AuditEventKind, {
  name: 'AuditEventKind',
  description: 'Kind of event. Values may be added.',
  valuesConfig: {
    REGISTER: { description: 'An account was created.' },
    LOGIN: {
      description: 'A password, a passkey or a sign-in at the provider was checked to open a session or issue tokens.',
    },
    TOKEN_REFRESH: { description: 'A refresh token was exchanged for an access token.' },
    LOGOUT: { description: 'A user ended the session of their own browser.' },
    PROFILE_CHANGE: { description: 'A user changed their first name or e-mail address.' },
    REAUTHENTICATION: { description: 'A signed-in user gave the password or a passkey again.' },
    FACTOR_ADD: { description: 'An authenticator app was set up as a second factor.' },
    FACTOR_REMOVE: { description: 'The authenticator app was removed as a second factor.' },
    FACTORS_RESET: { description: "All second factors of somebody's account were removed." },
    SECOND_FACTOR_CHALLENGE: { description: 'The password was right, and a second factor was asked for.' },
    RECOVERY_CODES_RENEW: { description: 'A user replaced their recovery codes.' },
    SECOND_FACTOR_POLICY: { description: 'Staff changed which accounts must have a second factor.' },
    PASSWORD_CHANGE: { description: 'A user changed their own password.' },
    PASSWORD_SET: { description: 'Somebody else set the password of an account.' },
    PASSWORD_RESET: { description: 'A user set a password by the link in a mail.' },
    SESSION_END: { description: 'One session of an account was ended.' },
    OTHER_SESSIONS_END: { description: 'A user ended their other sessions and all tokens.' },
    SESSIONS_END: { description: 'All sessions, tokens and sockets of an account were ended.' },
    PERSONAL_TOKEN_CREATE: { description: 'A personal access token was made.' },
    PERSONAL_TOKEN_REVOKE: { description: 'A personal access token was made invalid.' },
    ACTIVATE: { description: 'A deactivated account may log in again.' },
    DEACTIVATE: { description: 'An account lost its sessions and tokens and may no longer log in.' },
    STAFF_GRANT: { description: 'An account got the staff role.' },
    STAFF_REVOKE: { description: 'An account lost the staff role.' },
    ROLE_CHANGE: { description: 'An account got or lost the operator role.' },
    MACHINES_CHANGE: { description: 'Staff changed which machines an account sees.' },
    NEW_ACCOUNTS: { description: 'Staff changed which machines new accounts see.' },
    UNLOCK: { description: 'The lockout of a name was lifted early.' },
    PASSKEY_ADD: { description: 'A user added a passkey.' },
    PASSKEY_RENAME: { description: 'A user gave a passkey another name.' },
    PASSKEY_REMOVE: { description: 'A user removed a passkey.' },
    IDENTITY_LINK: { description: 'An account was linked with a person at the OpenID Connect provider.' },
    IDENTITY_UNLINK: { description: 'A user removed the link of their account with the OpenID Connect provider.' },
    BREAK_GLASS_GRANT: { description: 'An account may log in with its password while others may not.' },
    BREAK_GLASS_REVOKE: { description: 'An account may no longer log in with its password while others may not.' },
    REGISTRATION_MODE: { description: 'Staff changed who may create an account.' },
    INVITATION_CREATE: { description: 'Staff made a registration link.' },
    INVITATION_WITHDRAW: { description: 'Staff made a registration link invalid.' },
    SETUP_LINK_CREATE: { description: 'An operator made the link for the first staff account.' },
    ACCOUNT_DELETE: { description: 'A user deleted their own account.' },
    TERMS_CREATE: { description: 'A version of the terms was added.' },
    TERMS_UPDATE: { description: 'A version of the terms was changed.' },
    DOMAIN_BLOCK: { description: 'A mail domain may no longer be used to register.' },
    DOMAIN_UNBLOCK: { description: 'A mail domain that staff had blocked may be used again.' },
    MAIL_RETRY: { description: 'Messages that could not be sent were queued again.' },
    MAIL_TEST: { description: 'A test mail was sent.' },
    CHANNEL_CREATE: { description: 'An alert channel was added.' },
    CHANNEL_UPDATE: { description: 'An alert channel was changed.' },
    CHANNEL_DELETE: { description: 'An alert channel was removed.' },
    CHANNEL_TEST: { description: 'A test message was sent through an alert channel.' },
    ALERT_RULE_CREATE: { description: 'An alert rule was added.' },
    ALERT_RULE_UPDATE: { description: 'An alert rule was changed.' },
    ALERT_RULE_DELETE: { description: 'An alert rule was removed.' },
    ALERT_NOTICE_DISMISS: { description: 'The notice of new rules was dismissed.' },
    SILENCE_CREATE: { description: 'Alert messages were silenced for some time.' },
    SILENCE_END: { description: 'A silence was ended early.' },
    INCIDENT_ACKNOWLEDGE: { description: 'Somebody recorded having seen an incident, or changed the note.' },
    HOST_ADD: { description: 'A machine was added, for an agent to measure.' },
    HOST_RENAME: { description: 'A machine got another name.' },
    HOST_TAG: { description: 'The tags of a machine were replaced.' },
    HOST_INTERVAL: { description: 'The sampling interval of a machine was changed.' },
    HOST_RETIRE: { description: 'A machine was taken out of service.' },
    HOST_NEW_TOKEN: { description: 'A machine got a new token, and its previous one became invalid.' },
    HOST_COPY_REFUSED: { description: 'A second agent used the token of a machine and was refused.' },
    HOST_SCRAPE: { description: 'The address at which a machine is read, its interval or credentials were changed.' },
    COLLECTOR_ADD: { description: 'A collector of OpenTelemetry metrics was added.' },
    COLLECTOR_RETIRE: { description: 'A collector was retired.' },
    HOST_READMIT: { description: 'A collector may add a machine again that was retired.' },
    COLLECTOR_NEW_TOKEN: { description: 'A collector got a new token.' },
    IMPORT: { description: 'Accounts and terms were imported from a Django application.' },
  },
});

export const AuditResultKind = { SUCCESS: 'success', FAILURE: 'failure', LOCKED_OUT: 'locked_out' } as const satisfies {
  readonly [Result in AuditResult as Uppercase<Result>]: Result;
};
registerEnumType(AuditResultKind, {
  name: 'AuditResult',
  description: 'Outcome. LOCKED_OUT is the failure that caused the lock; attempts during the lock are only logged.',
  valuesConfig: {
    SUCCESS: { description: 'Done as asked.' },
    FAILURE: { description: 'Refused, for example for a wrong password.' },
    LOCKED_OUT: { description: 'Refused, and the name is now locked for its address for ten minutes.' },
  },
});

export const LoginMethodType = {
  FORM: 'form',
  ADMIN: 'admin',
  TOKEN: 'token',
  GRAPHQL: 'graphql',
  CLI: 'cli',
  OIDC: 'oidc',
} as const satisfies { readonly [Way in LoginMethod as Uppercase<Way>]: Way };
registerEnumType(LoginMethodType, {
  name: 'AuditDoor',
  description: 'Way in: a form, the API, the command line, a provider.',
  valuesConfig: {
    FORM: { description: 'Form of a page, such as login and registration.' },
    ADMIN: { description: 'Login form of the administration.' },
    TOKEN: { description: 'REST, such as issuing and refreshing tokens.' },
    GRAPHQL: { description: "GraphQL, which most of Vigia's own pages use too." },
    CLI: { description: 'Command line, on the machine of the service.' },
    OIDC: { description: 'OpenID Connect provider of the service.' },
  },
});

@ObjectType('AuditEvent', { implements: NodeType, description: 'A line of the audit trail.' })
export class AuditEventType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `auditEvent`, which gives it in full.' })
  id!: string;

  @Field(() => DateTime, { description: 'Time of the event: ISO 8601, UTC.' })
  at!: string;

  @Field(() => AuditEventKind, { description: 'Action that was done or attempted.' })
  event!: AuditAction;

  @Field(() => AuditResultKind, { description: 'Whether it succeeded.' })
  result!: AuditResult;

  @Field(() => LoginMethodType, { description: 'Way by which the action reached the service.' })
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

export const AuditEventConnection = connectionType(AuditEventType, 'AuditEvent');

@InputType('AuditFilter', { description: 'Search conditions; omitted ones match everything.' })
export class AuditFilterInput {
  @Field(() => String, { nullable: true, description: 'Any spelling that logs in to the account.' })
  username?: string | null;

  @Field(() => AuditEventKind, { nullable: true, description: 'Kind: only events of this kind.' })
  event?: AuditAction | null;

  @Field(() => AuditResultKind, { nullable: true, description: 'Outcome: only events with this outcome.' })
  result?: AuditResult | null;

  @Field(() => LoginMethodType, { nullable: true, description: 'Way in: only events that came this way.' })
  door?: LoginMethod | null;

  @Field(() => String, { nullable: true, description: 'The complete address; empty for the command line.' })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'Username of the staff member, in any spelling.' })
  actor?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Start, inclusive: ISO 8601 with a time zone.' })
  from?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'End, exclusive: ISO 8601 with a time zone.' })
  to?: string | null;
}

@ObjectType('CsvPart', {
  description: 'A part of a table as CSV (RFC 4180, UTF-8). Concatenated, the parts form a file.',
})
export class CsvPartType {
  @Field(() => String, { description: 'Complete lines; the header only in the first part.' })
  csv!: string;

  @Field(() => Int, { description: 'Number of events in it, not counting the header line.' })
  rows!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Place of the last line, for `after` of the next part; null if this part is empty.',
  })
  endCursor!: string | null;

  @Field(() => Boolean, { description: 'Whether more events follow.' })
  hasNextPage!: boolean;
}

export function shapeAuditEvent(record: AuditRecord): AuditEventType {
  const { event, result, door, address, username, actor, before, after } = record;
  const [id, at] = [globalId('AuditEvent', record.id), record.at.toISOString()];
  return { id, at, event, result, door, address, username, actor, before, after };
}
