import type { AuditAction } from './audit-trail.js';

/** The facts of an event that identify people, by their keys. All other facts stay unchanged. */
interface PersonalFacts {
  /** Facts whose value is a user name. */
  readonly names: readonly string[];
  /** Facts about the owner of the account that the event concerns. */
  readonly own: readonly string[];
}

const NONE: PersonalFacts = { names: [], own: [] };

/** The personal facts in every kind of event (decision 064). Classify new kinds and facts here. */
const PERSONAL_FACTS: { readonly [Action in AuditAction]: PersonalFacts } = {
  register: NONE,
  login: NONE,
  token_refresh: NONE,
  logout: NONE,
  profile_change: { names: [], own: ['firstName', 'email'] },
  reauthentication: NONE,
  factor_add: NONE,
  factor_remove: NONE,
  factors_reset: NONE,
  second_factor_challenge: NONE,
  recovery_codes_renew: NONE,
  second_factor_policy: NONE,
  password_change: NONE,
  password_set: NONE,
  password_reset: NONE,
  session_end: NONE,
  other_sessions_end: NONE,
  sessions_end: NONE,
  personal_token_create: NONE,
  personal_token_revoke: NONE,
  activate: NONE,
  deactivate: NONE,
  staff_grant: NONE,
  staff_revoke: NONE,
  role_change: NONE,
  machines_change: NONE,
  new_accounts: NONE,
  unlock: NONE,
  passkey_add: NONE,
  passkey_rename: NONE,
  passkey_remove: NONE,
  identity_link: { names: [], own: ['issuer', 'subject', 'name'] },
  identity_unlink: { names: [], own: ['issuer', 'subject', 'name'] },
  break_glass_grant: NONE,
  break_glass_revoke: NONE,
  registration_mode: NONE,
  invitation_create: NONE,
  invitation_withdraw: NONE,
  setup_link_create: NONE,
  account_delete: NONE,
  terms_create: NONE,
  terms_update: NONE,
  domain_block: NONE,
  domain_unblock: NONE,
  mail_retry: NONE,
  mail_test: NONE,
  channel_create: NONE,
  channel_update: NONE,
  channel_delete: NONE,
  channel_test: NONE,
  alert_rule_create: NONE,
  alert_rule_update: NONE,
  alert_rule_delete: NONE,
  alert_notice_dismiss: NONE,
  silence_create: NONE,
  silence_end: NONE,
  incident_acknowledge: { names: ['acknowledgedBy'], own: [] },
  host_add: NONE,
  host_rename: NONE,
  host_tag: NONE,
  host_interval: NONE,
  host_retire: NONE,
  host_new_token: NONE,
  host_copy_refused: NONE,
  host_scrape: NONE,
  collector_add: NONE,
  host_readmit: NONE,
  collector_retire: NONE,
  collector_new_token: NONE,
  import: NONE,
};

/** The kinds of events whose facts contain user names. */
export const EVENTS_WITH_NAMES = Object.entries(PERSONAL_FACTS).flatMap(([event, { names }]) =>
  names.length > 0 ? [event] : [],
);

interface Replacement {
  readonly event: string;
  /** Whether the event concerns the person's account. */
  readonly isOwn: boolean;
  readonly isName: (text: string) => boolean;
  readonly pseudonym: string;
}

/** Removes a person from facts in JSON by replacing their user name with the pseudonym and dropping their own facts. */
export function withoutPerson(json: string | null, { event, isOwn, isName, pseudonym }: Replacement): string | null {
  const { names, own } = findPersonalFacts(event);
  if (json === null || (names.length === 0 && (own.length === 0 || !isOwn))) return json;
  const facts = Object.entries(JSON.parse(json) as Record<string, unknown>)
    .filter(([key]) => !isOwn || !own.includes(key))
    .map(([key, value]) => {
      const isPerson = names.includes(key) && typeof value === 'string' && isName(value);
      return [key, isPerson ? pseudonym : value];
    });
  return JSON.stringify(Object.fromEntries(facts));
}

/** Facts in events of a kind that this version does not know are left unchanged. */
function findPersonalFacts(event: string): PersonalFacts {
  return Object.hasOwn(PERSONAL_FACTS, event) ? PERSONAL_FACTS[event as AuditAction] : NONE;
}
