import { describe, expect, test } from 'vitest';
import { Incident } from '../../../../src/features/alerts/incidents/incident.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '029-lost-second-factors';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Stores an open incident as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    await em.execute(
      `insert into incidents (rule_id, rule_name, expression, severity, for_seconds, host_number, host_name, comparisons,
        started_at, notified_at) values (1, 'Disco', 'disk > 90', 'BAD', 300, 1, 'nas', '[]', ?, ?)`,
      [at, at],
    );
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`what alerts remember, on ${name} (decision 088)`, () => {
    test('is unknown of incidents of the version before, and can be undone with them there', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const [incident] = await em.fork().find(Incident, {});
      expect(incident).toMatchObject({ trueSince: null, toldChannels: null, isEndDue: false, startedAt: AT });
      await em.fork().nativeUpdate(Incident, {}, { endedAt: AT, endReason: 'NOT_MEASURED' });
      await migrator.down({ to: BEFORE });
      await migrator.up();
      // The version before knows no other reason.
      expect(await em.fork().count(Incident, { endReason: 'RELEASED' })).toBe(1);
    });
  });
}
