import type { PersonalRecords } from '../../../platform/audit/personal-records.js';
import { OutboxMessage } from '../../../platform/outbox/outbox-message.entity.js';
import { usernameKey } from '../../../shared/identity/username.js';
import { unitsOf } from '../../../shared/units/units.js';
import { LoginAttemptSlot } from '../credentials/lockout/login-attempt-slot.entity.js';
import { computeHash } from '../credentials/lockout/login-pair.js';
import { BlockedDomain } from '../email-domains/blocked-domain.entity.js';
import { Invitation } from '../invitations/invitation.entity.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { PersonalAccessToken, parseScopes } from '../personal-tokens/personal-access-token.entity.js';
import { RecoveryCode } from '../second-factor/recovery-code.entity.js';
import { TotpDevice } from '../second-factor/totp-device.entity.js';
import { Session } from '../sessions/session.entity.js';
import { OidcIdentity } from '../users/oidc-identity.entity.js';
import { User } from '../users/user.entity.js';

/** Maximum number of rows per table in an export; only the newest are included. */
const EXPORTED_MAX = 1000;

/** Personal data in the account tables. Rows that reference the account are deleted with it. */
export const accountRecords: readonly PersonalRecords[] = [
  {
    name: 'account',
    read: async (unit, { userId }) => {
      const user = await unit.findOneOrFail(User, userId);
      const { username, firstName, email, isStaff, dateJoined, lastLogin, language, theme } = user;
      const preferences = { language, theme, ...unitsOf(user) };
      return { username, firstName, email, isStaff, dateJoined, lastLogin, preferences };
    },
  },
  {
    name: 'sessions',
    read: async (unit, { userId }) => {
      const sessions = await unit.find(
        Session,
        { user: userId },
        { orderBy: { createdAt: 'desc' }, limit: EXPORTED_MAX },
      );
      return sessions.map(({ createdAt, expiresAt, address, userAgent }) => ({
        createdAt,
        expiresAt,
        address,
        userAgent,
      }));
    },
  },
  {
    name: 'signInProvider',
    read: async (unit, { userId }) => {
      const identities = await unit.find(OidcIdentity, { user: userId }, { limit: EXPORTED_MAX });
      return identities.map(({ issuer, subject, name, hasSecondFactor, createdAt, lastLoginAt }) => ({
        issuer,
        subject,
        name,
        hasSecondFactor,
        createdAt,
        lastLoginAt,
      }));
    },
  },
  {
    name: 'secondFactors',
    read: async (unit, { userId }) => {
      const app = await unit.count(TotpDevice, { user: userId, secret: { $ne: null } });
      const passkeys = await unit.find(Passkey, { user: userId });
      return {
        authenticatorApp: app > 0,
        recoveryCodesLeft: await unit.count(RecoveryCode, { user: userId }),
        passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
      };
    },
  },
  {
    name: 'accessTokens',
    read: async (unit, { userId }) => {
      const tokens = await unit.find(PersonalAccessToken, { user: userId });
      return tokens.map((token) => {
        const { name, createdAt, expiresAt, lastUsedOn, lastUsedAddress } = token;
        return { name, scopes: parseScopes(token), createdAt, expiresAt, lastUsedOn, lastUsedAddress };
      });
    },
  },
  {
    name: 'failedLogins',
    read: async (unit, { username }) => {
      const where = { usernameHash: computeHash(usernameKey(username)) };
      const slots = await unit.find(LoginAttemptSlot, where, { limit: EXPORTED_MAX });
      return slots.map(({ address, since }) => ({ address, at: since }));
    },
    forget: (unit, { username }) =>
      unit.nativeDelete(LoginAttemptSlot, { usernameHash: computeHash(usernameKey(username)) }),
  },
  {
    name: 'invitations',
    read: async (unit, { userId }) => {
      const where = { $or: [{ createdById: userId }, { usedById: userId }] };
      const invitations = await unit.find(Invitation, where, { orderBy: { id: 'desc' }, limit: EXPORTED_MAX });
      return invitations.map(({ email, isStaff, createdAt, createdById, usedAt }) => ({
        madeByYou: createdById === userId,
        email,
        isStaff,
        createdAt,
        usedAt,
      }));
    },
    // Invitations created by the account are deleted too, since a former user must not let others in.
    forget: (unit, { userId }) =>
      unit.nativeDelete(Invitation, { $or: [{ createdById: userId }, { usedById: userId }] }),
  },
  {
    name: 'mails',
    read: async (unit, { userId }) => {
      const mails = await unit.find(OutboxMessage, { userId }, { orderBy: { id: 'desc' }, limit: EXPORTED_MAX });
      return mails.map(({ kind, state, queuedAt, settledAt }) => ({ kind, state, queuedAt, settledAt }));
    },
    // Without an account, the worker finds no recipient and drops pending mails. Sent mails stay for two weeks, without
    // an address, because they count towards the limit per mailbox.
  },
  {
    name: 'blockedDomains',
    read: async (unit, { username }) => {
      const domains = await unit.find(BlockedDomain, { addedBy: username }, { limit: EXPORTED_MAX });
      return domains.map(({ domain, addedAt }) => ({ domain, addedAt }));
    },
    forget: (unit, { username, pseudonym }) =>
      unit.nativeUpdate(BlockedDomain, { addedBy: username }, { addedBy: pseudonym }),
  },
];
