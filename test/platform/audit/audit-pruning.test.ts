import { describe, expect, test } from 'vitest';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { AuditPruning } from '../../../src/platform/audit/audit-pruning.js';
import { fillAuditTrail } from '../../support/audit-rows.js';
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

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the growth of the audit trail on ${name}`, () => {
    test('has a bound for failures and for locks; the newest stay, and all that succeeded', async () => {
      const { em } = await openTestDatabase(await locate());
      const clock = new CountingClock();
      const at = (index: number) => new Date(clock.now().getTime() - DAY_MS + Math.floor(index / 3));
      const rows = await fillAuditTrail({ em }, [
        ...Array.from({ length: 2600 }, (_, index) => ({ at: at(index), result: 'failure' })),
        ...Array.from({ length: 101 }, (_, index) => ({ at: at(index), result: 'locked_out' })),
        ...Array.from({ length: 300 }, (_, index) => ({ at: at(index) })),
      ]);
      const pruning = new AuditPruning({ em, clock, failuresMax: 100 });
      // The second run does nothing, just as when the next hour's run starts while the first is still going.
      await Promise.all([pruning.prune(), pruning.prune()]);
      const left = await em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
      const expected = [...rows.slice(2500, 2600), ...rows.slice(2601)];
      expect(left.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(clock.pauses).toBe(5);
    });

    test('exactly the largest number that is stored all stay', async () => {
      const { em } = await openTestDatabase(await locate());
      const clock = new CountingClock();
      const rows = Array.from({ length: 100 }, () => ({ at: clock.now(), result: 'failure' }));
      await fillAuditTrail({ em }, rows);
      await new AuditPruning({ em, clock, failuresMax: 100 }).prune();
      expect(await em.fork().count(AuthenticationEvent)).toBe(100);
    });

    test('a year: what is older goes, a part at a time', async () => {
      const { em } = await openTestDatabase(await locate());
      const clock = new CountingClock();
      const ago = (ms: number) => new Date(clock.now().getTime() - ms);
      await fillAuditTrail({ em }, [
        ...Array.from({ length: 1200 }, (_, index) => ({ at: ago(365 * DAY_MS + index) })),
        { at: ago(365 * DAY_MS - 1), username: 'stays' },
      ]);
      await new AuditPruning({ em, clock }).prune();
      const left = await em.fork().find(AuthenticationEvent, {});
      expect(left.map(({ username }) => username)).toEqual(['stays']);
      expect(clock.pauses).toBe(2);
    });
  });
}
