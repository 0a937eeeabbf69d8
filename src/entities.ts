import { AccessPolicyRow } from './accounts/access-policy/access-policy.entity.js';
import { LoginAttemptSlot } from './accounts/authentication/lockout/login-attempt-slot.entity.js';
import { BlockedDomain } from './accounts/email-domains/blocked-domain.entity.js';
import { Invitation } from './accounts/invitations/invitation.entity.js';
import { DeletedAccount } from './accounts/own-data/deleted-account.entity.js';
import { Passkey } from './accounts/passkeys/passkey.entity.js';
import { UsedChallenge } from './accounts/passkeys/used-challenge.entity.js';
import { PasswordReset } from './accounts/password-reset/password-reset.entity.js';
import { PersonalAccessToken } from './accounts/personal-tokens/personal-access-token.entity.js';
import { RecoveryCode } from './accounts/second-factor/recovery-code.entity.js';
import { TotpDevice } from './accounts/second-factor/totp-device.entity.js';
import { Session } from './accounts/sessions/session.entity.js';
import { User } from './accounts/users/user.entity.js';
import { Channel } from './alerts/channels/channel.entity.js';
import { PushSubscription } from './alerts/channels/push/push-subscription.entity.js';
import { AlertRule } from './alerts/editing/alert-rule.entity.js';
import { AlertState } from './alerts/evaluation/alert-state.entity.js';
import { Incident } from './alerts/incidents/incident.entity.js';
import { Silence } from './alerts/silences/silence.entity.js';
import { AuthenticationEvent } from './audit/audit-event.entity.js';
import { RoomAnswer } from './classroom/exercises/room-answer.entity.js';
import { RoomExercise } from './classroom/exercises/room-exercise.entity.js';
import { RoomParticipant } from './classroom/participants/room-participant.entity.js';
import { Room } from './classroom/room.entity.js';
import { SharedClock } from './db/clock/shared-clock.entity.js';
import type { Entities } from './db/database.js';
import { SharedAnalysis } from './monitoring/analysis/shared-analysis.entity.js';
import { MetricsChunk } from './monitoring/history/metrics-chunk.entity.js';
import { Host } from './monitoring/hosts/storage/host.entity.js';
import { HostChunk } from './monitoring/hosts/storage/host-chunk.entity.js';
import { ProcessMinute } from './monitoring/processes/process-minute.entity.js';
import { NodeRecord } from './nodes/node.entity.js';
import { OpenSocket } from './nodes/open-socket.entity.js';
import { RateLimitWindow } from './nodes/rate-limit-window.entity.js';
import { OutboxItem } from './outbox/outbox-item.entity.js';
import { OutboxMessage } from './outbox/outbox-message.entity.js';
import { TermsSeen } from './terms/terms-seen.entity.js';
import { TermsVersion } from './terms/versions/terms-version.entity.js';

const tables = [
  User,
  Session,
  PersonalAccessToken,
  Passkey,
  UsedChallenge,
  LoginAttemptSlot,
  AuthenticationEvent,
  BlockedDomain,
  MetricsChunk,
  Host,
  AccessPolicyRow,
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
  Incident,
  Silence,
  Room,
  RoomParticipant,
  RoomExercise,
  RoomAnswer,
];

/** What several processes share, which only PostgreSQL serves (contract 13). */
const tablesOfNodes = [NodeRecord, OpenSocket, SharedClock, RateLimitWindow, SharedAnalysis];

/** Every table of each database. A new entity is added here and to the migrations. */
export const entities: Entities = { sqlite: tables, postgresql: [...tables, ...tablesOfNodes] };
