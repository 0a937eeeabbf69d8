import type { MessageKey } from '../../../lib/i18n/t';
import type { AuditEvent } from './audit.operations';

/** What is recorded. */
export const eventNames = {
  REGISTER: 'ui.audit.events.REGISTER',
  LOGIN: 'ui.audit.events.LOGIN',
  TOKEN_REFRESH: 'ui.audit.events.TOKEN_REFRESH',
  LOGOUT: 'ui.audit.events.LOGOUT',
  PROFILE_CHANGE: 'ui.audit.events.PROFILE_CHANGE',
  REAUTHENTICATION: 'ui.audit.events.REAUTHENTICATION',
  PASSWORD_CHANGE: 'ui.audit.events.PASSWORD_CHANGE',
  PASSWORD_SET: 'ui.audit.events.PASSWORD_SET',
  SESSION_END: 'ui.audit.events.SESSION_END',
  OTHER_SESSIONS_END: 'ui.audit.events.OTHER_SESSIONS_END',
  SESSIONS_END: 'ui.audit.events.SESSIONS_END',
  ACTIVATE: 'ui.audit.events.ACTIVATE',
  DEACTIVATE: 'ui.audit.events.DEACTIVATE',
  STAFF_GRANT: 'ui.audit.events.STAFF_GRANT',
  STAFF_REVOKE: 'ui.audit.events.STAFF_REVOKE',
  UNLOCK: 'ui.audit.events.UNLOCK',
  TERMS_CREATE: 'ui.audit.events.TERMS_CREATE',
  TERMS_UPDATE: 'ui.audit.events.TERMS_UPDATE',
  DOMAIN_BLOCK: 'ui.audit.events.DOMAIN_BLOCK',
  DOMAIN_UNBLOCK: 'ui.audit.events.DOMAIN_UNBLOCK',
  MAIL_RETRY: 'ui.audit.events.MAIL_RETRY',
  CHANNEL_CREATE: 'ui.audit.events.CHANNEL_CREATE',
  CHANNEL_UPDATE: 'ui.audit.events.CHANNEL_UPDATE',
  CHANNEL_DELETE: 'ui.audit.events.CHANNEL_DELETE',
  CHANNEL_TEST: 'ui.audit.events.CHANNEL_TEST',
  ALERT_RULE_CREATE: 'ui.audit.events.ALERT_RULE_CREATE',
  ALERT_RULE_UPDATE: 'ui.audit.events.ALERT_RULE_UPDATE',
  ALERT_RULE_DELETE: 'ui.audit.events.ALERT_RULE_DELETE',
  ALERT_NOTICE_DISMISS: 'ui.audit.events.ALERT_NOTICE_DISMISS',
  SILENCE_CREATE: 'ui.audit.events.SILENCE_CREATE',
  SILENCE_END: 'ui.audit.events.SILENCE_END',
  INCIDENT_ACKNOWLEDGE: 'ui.audit.events.INCIDENT_ACKNOWLEDGE',
  HOST_ADD: 'ui.audit.events.HOST_ADD',
  HOST_RENAME: 'ui.audit.events.HOST_RENAME',
  HOST_TAG: 'ui.audit.events.HOST_TAG',
  HOST_RETIRE: 'ui.audit.events.HOST_RETIRE',
  HOST_NEW_TOKEN: 'ui.audit.events.HOST_NEW_TOKEN',
  IMPORT: 'ui.audit.events.IMPORT',
} as const satisfies Record<AuditEvent['event'], MessageKey>;

/** How it ended. */
export const resultNames = {
  SUCCESS: 'ui.audit.results.SUCCESS',
  FAILURE: 'ui.audit.results.FAILURE',
  LOCKED_OUT: 'ui.audit.results.LOCKED_OUT',
} as const satisfies Record<AuditEvent['result'], MessageKey>;

/** The login methods. */
export const methodNames = {
  FORM: 'ui.audit.doors.FORM',
  ADMIN: 'ui.audit.doors.ADMIN',
  TOKEN: 'ui.audit.doors.TOKEN',
  GRAPHQL: 'ui.audit.doors.GRAPHQL',
  CLI: 'ui.audit.doors.CLI',
} as const satisfies Record<AuditEvent['door'], MessageKey>;

/** What events change, by the names of the trail; one that is not here is shown by its name. */
export const factNames = {
  isActive: 'ui.audit.facts.isActive',
  firstName: 'ui.audit.facts.firstName',
  email: 'ui.audit.facts.email',
  isStaff: 'ui.audit.facts.isStaff',
  version: 'ui.audit.facts.version',
  content: 'ui.audit.facts.content',
  domain: 'ui.audit.facts.domain',
  address: 'ui.audit.facts.address',
  addresses: 'ui.audit.facts.addresses',
  createdAt: 'ui.audit.facts.createdAt',
  sessions: 'ui.audit.facts.sessions',
  mail: 'ui.audit.facts.mail',
  mails: 'ui.audit.facts.mails',
  accounts: 'ui.audit.facts.accounts',
  skipped: 'ui.audit.facts.skipped',
  terms: 'ui.audit.facts.terms',
  name: 'ui.audit.facts.name',
  kind: 'ui.audit.facts.kind',
  language: 'ui.audit.facts.language',
  quietHours: 'ui.audit.facts.quietHours',
  secrets: 'ui.audit.facts.secrets',
  answer: 'ui.audit.facts.answer',
  expression: 'ui.audit.facts.expression',
  severity: 'ui.audit.facts.severity',
  forSeconds: 'ui.audit.facts.forSeconds',
  releaseSeconds: 'ui.audit.facts.releaseSeconds',
  repeatSeconds: 'ui.audit.facts.repeatSeconds',
  timeZone: 'ui.audit.facts.timeZone',
  hosts: 'ui.audit.facts.hosts',
  host: 'ui.audit.facts.host',
  channels: 'ui.audit.facts.channels',
  rule: 'ui.audit.facts.rule',
  silence: 'ui.audit.facts.silence',
  reason: 'ui.audit.facts.reason',
  until: 'ui.audit.facts.until',
  incident: 'ui.audit.facts.incident',
  note: 'ui.audit.facts.note',
  acknowledgedBy: 'ui.audit.facts.acknowledgedBy',
} as const satisfies Record<string, MessageKey>;

/** What is either so or not. */
export const yesOrNo = {
  true: 'ui.audit.yesOrNo.true',
  false: 'ui.audit.yesOrNo.false',
} as const satisfies Record<string, MessageKey>;
