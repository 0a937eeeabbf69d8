import { describe, expect, test } from 'vitest';
import { ChangedAccounts } from '../../../src/features/accounts/changed-accounts.js';
import { Lockout } from '../../../src/features/accounts/credentials/lockout/lockout.js';
import { LoginAttemptSlot } from '../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { Session } from '../../../src/features/accounts/sessions/session.entity.js';
import { Sessions } from '../../../src/features/accounts/sessions/sessions.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import type { UnitOfWork } from '../../../src/platform/db/database.js';
import { createDeleter } from '../../../src/platform/db/delete-in-slices.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { OutboxMessage } from '../../../src/platform/outbox/outbox-message.entity.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

const DAY_MS = 86_400_000;

/** Counts the pauses that let other work run. */
class CountingClock extends FakeClock {
  pauses = 0;

  override async wait(): Promise<void> {
    this.pauses += 1;
  }
}

interface Pruned {
  readonly entity: typeof LoginAttemptSlot | typeof Session | typeof OutboxMessage;
  /** Inserts rows that each ended `ageMs` ago. */
  readonly fill: (em: UnitOfWork, count: number, over: (ageMs: number) => Date) => Promise<unknown>;
  readonly prune: (em: UnitOfWork, clock: FakeClock) => Promise<void>;
  readonly retentionMs: number;
}

/** All tables pruned by age, except the audit and the history, which have their own tests. */
const PRUNED: Readonly<Record<string, Pruned>> = {
  'attempts to log in': {
    entity: LoginAttemptSlot,
    retentionMs: 600_000,
    fill: (em, count, over) =>
      em.insertMany(
        LoginAttemptSlot,
        Array.from({ length: count }, (_, index) => ({
          usernameHash: `${over(0).getTime()} ${index}`,
          username: 'a',
          address: '192.0.2.1',
          slot: 0,
          since: over(600_000),
          failed: true,
        })),
      ),
    prune: (em, clock) => new Lockout({ em, clock }).prune(),
  },
  sessions: {
    entity: Session,
    retentionMs: 0,
    fill: async (em, count, over) => {
      const [user] = await em.find(User, {}, { limit: 1 });
      const rows = Array.from({ length: count }, (_, index) => ({
        id: `${over(0).getTime()} ${index}`,
        user: user?.id ?? 0,
        createdAt: over(DAY_MS),
        expiresAt: over(0),
      }));
      await em.insertMany(Session, rows);
    },
    prune: (em, clock) => new Sessions({ em, clock, changedAccounts: new ChangedAccounts() }).prune(),
  },
  'mails that were sent': { ...mails('sent', 14) },
  'mails that were given up': { ...mails('failed', 90) },
};

function mails(state: 'sent' | 'failed', days: number): Pruned {
  return {
    entity: OutboxMessage,
    retentionMs: days * DAY_MS,
    fill: (em, count, over) =>
      em.insertMany(
        OutboxMessage,
        Array.from({ length: count }, (_, index) => ({
          messageId: `${over(0).getTime()} ${index}`,
          userId: 1,
          language: 'pt' as const,
          queuedAt: over(days * DAY_MS),
          nextTryAt: over(days * DAY_MS),
          triedUntil: over(days * DAY_MS),
          settledAt: over(days * DAY_MS),
          state,
        })),
      ),
    prune: (em, clock) => new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) }).prune(),
  };
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`what counts no more goes a slice at a time on ${name} (promise 43)`, () => {
    test.each(Object.entries(PRUNED))('%s', async (_name, { entity, fill, prune }) => {
      const { em } = await openTestDatabase(await locate());
      const unit = em.fork();
      const person = { username: 'a', usernameKey: 'a', firstName: 'A', email: 'a@b.c', password: '' };
      await unit.insert(User, { ...person, dateJoined: new Date() });
      const clock = new CountingClock();
      const now = clock.now().getTime();
      await fill(em.fork(), 1200, (ageMs) => new Date(now - ageMs));
      // These rows are one millisecond short of the pruning age.
      await fill(em.fork(), 3, (ageMs) => new Date(now - ageMs + 1));
      await prune(em, clock);
      expect(await em.fork().count(entity as typeof Session, {})).toBe(3);
      expect(clock.pauses).toBe(2);
    });
  });
}
