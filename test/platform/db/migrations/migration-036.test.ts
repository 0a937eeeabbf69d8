import { describe, expect, test } from 'vitest';
import { Collector } from '../../../../src/features/monitoring/hosts/storage/collector.entity.js';
import { Host } from '../../../../src/features/monitoring/hosts/storage/host.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '035-setup-link';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Stores the own machine and one with an agent as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    for (const [number, hasAgent] of [
      [1, false],
      [2, true],
    ] as const) {
      await em.execute(
        `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
            interval_ms, has_agent, token_hash) values (?, ?, ?, ?, ?, 7, 90, 730, 5000, ?, ?)`,
        [number, `id ${number}`, `host ${number}`, at, at, hasAgent, hasAgent ? 'a'.repeat(64) : null],
      );
    }
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the sources of hosts, on ${name}`, () => {
    test('are null for the hosts of the version before, which keep the rest, and can be taken back', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const hosts = () => em.fork().find(Host, {}, { orderBy: { number: 'asc' } });
      const before = [
        { number: 1, hasAgent: false, source: null, scrape: null, problem: null, tokenHash: null },
        { number: 2, hasAgent: true, source: null, collectorId: null, tokenHash: 'a'.repeat(64), lastSeenAt: AT },
      ];
      expect(await hosts()).toMatchObject(before);
      const collector = { id: 'one', name: 'otel', tokenHash: 'b'.repeat(64), createdAt: AT };
      await em.fork().insert(Collector, collector);
      const belongs = { collectorId: 'one', resourceName: 'web-1' };
      await em.fork().nativeUpdate(Host, { number: 2 }, { ...belongs, source: 'OTLP', problem: '{}' });
      await expect(em.fork().nativeUpdate(Host, { number: 1 }, belongs)).rejects.toThrow();
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await hosts()).toMatchObject(before);
      expect(await em.fork().count(Collector)).toBe(0);
    });
  });
}
