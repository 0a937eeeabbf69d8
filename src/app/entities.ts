import { AccessPolicyRow } from '../features/accounts/access-policy/access-policy.entity.js';
import { LoginAttemptSlot } from '../features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { BlockedDomain } from '../features/accounts/email-domains/blocked-domain.entity.js';
import { Invitation } from '../features/accounts/invitations/invitation.entity.js';
import { DeletedAccount } from '../features/accounts/own-data/deleted-account.entity.js';
import { Passkey } from '../features/accounts/passkeys/passkey.entity.js';
import { UsedChallenge } from '../features/accounts/passkeys/used-challenge.entity.js';
import { PasswordReset } from '../features/accounts/password-reset/password-reset.entity.js';
import { PersonalAccessToken } from '../features/accounts/personal-tokens/personal-access-token.entity.js';
import { RecoveryCode } from '../features/accounts/second-factor/recovery-code.entity.js';
import { TotpDevice } from '../features/accounts/second-factor/totp-device.entity.js';
import { Session } from '../features/accounts/sessions/session.entity.js';
import { SetupLink } from '../features/accounts/setup/setup-link.entity.js';
import { OidcIdentity } from '../features/accounts/users/oidc-identity.entity.js';
import { User } from '../features/accounts/users/user.entity.js';
import { AlertRule } from '../features/alerts/alert-rule.entity.js';
import { AlertState } from '../features/alerts/alert-state.entity.js';
import { Channel } from '../features/alerts/channels/channel.entity.js';
import { PushSubscription } from '../features/alerts/channels/push/push-subscription.entity.js';
import { AlertEvaluation } from '../features/alerts/evaluation/alert-evaluation.entity.js';
import { Incident } from '../features/alerts/incidents/incident.entity.js';
import { IncidentAcknowledgement } from '../features/alerts/incidents/incident-acknowledgement.entity.js';
import { Silence } from '../features/alerts/silence.entity.js';
import { Lesson } from '../features/classroom/classes/lesson.entity.js';
import { LessonResult } from '../features/classroom/classes/lesson-result.entity.js';
import { SchoolClass } from '../features/classroom/classes/school-class.entity.js';
import { RoomAnswer } from '../features/classroom/exercises/room-answer.entity.js';
import { RoomExercise } from '../features/classroom/exercises/room-exercise.entity.js';
import { RoomParticipant } from '../features/classroom/participants/room-participant.entity.js';
import { Room } from '../features/classroom/room.entity.js';
import { SharedAnalysis } from '../features/monitoring/analysis/shared-analysis.entity.js';
import { HostChunk } from '../features/monitoring/history/host-chunk.entity.js';
import { Collector } from '../features/monitoring/hosts/storage/collector.entity.js';
import { Host } from '../features/monitoring/hosts/storage/host.entity.js';
import { ProcessMinute } from '../features/monitoring/processes/process-minute.entity.js';
import { TermsSeen } from '../features/terms/terms-seen.entity.js';
import { TermsVersion } from '../features/terms/versions/terms-version.entity.js';
import { AuthenticationEvent } from '../platform/audit/audit-event.entity.js';
import { SharedClock } from '../platform/db/clock/shared-clock.entity.js';
import type { Entities } from '../platform/db/database.js';
import { NodeRecord } from '../platform/nodes/node.entity.js';
import { OpenSocket } from '../platform/nodes/open-socket.entity.js';
import { RateLimitWindow } from '../platform/nodes/rate-limit-window.entity.js';
import { OutboxItem } from '../platform/outbox/outbox-item.entity.js';
import { OutboxMessage } from '../platform/outbox/outbox-message.entity.js';

const tables = [
  User,
  OidcIdentity,
  Session,
  PersonalAccessToken,
  Passkey,
  UsedChallenge,
  LoginAttemptSlot,
  AuthenticationEvent,
  BlockedDomain,
  Host,
  Collector,
  AccessPolicyRow,
  SetupLink,
  Invitation,
  PasswordReset,
  DeletedAccount,
  TotpDevice,
  RecoveryCode,
  HostChunk,
  ProcessMinute,
  TermsVersion,
  TermsSeen,
  OutboxMessage,
  OutboxItem,
  Channel,
  PushSubscription,
  AlertRule,
  AlertState,
  AlertEvaluation,
  Incident,
  IncidentAcknowledgement,
  Silence,
  SchoolClass,
  Lesson,
  LessonResult,
  Room,
  RoomParticipant,
  RoomExercise,
  RoomAnswer,
];

/** Tables used by several processes at a time, which require PostgreSQL (contract 13). */
const tablesOfNodes = [NodeRecord, OpenSocket, SharedClock, RateLimitWindow, SharedAnalysis];

/** All tables of each database. Add a new entity here and to the migrations. */
export const entities: Entities = { sqlite: tables, postgresql: [...tables, ...tablesOfNodes] };
