import { AuthenticationEvent } from './accounts/authentication-event.entity.js';
import { BlockedDomain } from './accounts/blocked-domain.entity.js';
import { LoginPlace } from './accounts/login-place.entity.js';
import { Session } from './accounts/session.entity.js';
import { User } from './accounts/user.entity.js';
import type { Entities } from './db/database.js';
import { OutboxMail } from './mail/outbox-mail.entity.js';
import { MetricsChunk } from './monitoring/history/metrics-chunk.entity.js';
import { TermsSeen } from './terms/terms-seen.entity.js';
import { TermsVersion } from './terms/terms-version.entity.js';

/** Every table of the service. A new entity is added here and to the migrations of both databases. */
export const entities: Entities = [
  User,
  Session,
  LoginPlace,
  AuthenticationEvent,
  BlockedDomain,
  MetricsChunk,
  TermsVersion,
  TermsSeen,
  OutboxMail,
];
