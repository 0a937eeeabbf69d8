import { LoginAttemptSlot } from './accounts/authentication/login-attempt-slot.entity.js';
import { BlockedDomain } from './accounts/email-domains/blocked-domain.entity.js';
import { Session } from './accounts/sessions/session.entity.js';
import { User } from './accounts/users/user.entity.js';
import { AuthenticationEvent } from './audit/audit-event.entity.js';
import type { Entities } from './db/database.js';
import { OutboxMail } from './mail/outbox-mail.entity.js';
import { MetricsChunk } from './monitoring/history/metrics-chunk.entity.js';
import { TermsSeen } from './terms/terms-seen.entity.js';
import { TermsVersion } from './terms/terms-version.entity.js';

/** Every table of the service. A new entity is added here and to the migrations of both databases. */
export const entities: Entities = [
  User,
  Session,
  LoginAttemptSlot,
  AuthenticationEvent,
  BlockedDomain,
  MetricsChunk,
  TermsVersion,
  TermsSeen,
  OutboxMail,
];
