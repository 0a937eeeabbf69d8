import { describe, expect, test } from 'vitest';
import { Incident } from '../../../src/features/alerts/incidents/incident.entity.js';
import { Host } from '../../../src/features/monitoring/hosts/storage/host.entity.js';
import { dataOf, startWithStaff } from '../../support/administration.js';
import { addHost, sendSample } from '../../support/agents/hosts.js';
import { createRule, evaluateFor } from '../../support/alerts/alerts.js';
import { databaseKinds } from '../../support/databases/databases.js';

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a host whose newest sample is of an earlier version, on ${kind.name}`, () => {
    test('is shown, and its silence is noticed (contract 12)', async () => {
      const { app, staff } = await startWithStaff(kind);
      const host = await addHost(staff, 'nas');
      await sendSample(app, host, { cpuPercent: 12 });
      const em = app.database.em.fork();
      const row = await em.findOneOrFail(Host, { number: Number(host.id) });
      const added = new Set(['kernelFigures', 'diskAvailableBytes', 'availableBytes', 'readOnly']);
      row.newest = JSON.stringify(JSON.parse(row.newest ?? ''), (key, value) => (added.has(key) ? undefined : value));
      await em.flush();
      await createRule(staff, { name: 'Calado', expression: 'away > 10', forSeconds: 0, hosts: [host.id] });
      await evaluateFor(app, { seconds: 20 });
      const incidents = await app.database.em.fork().find(Incident, { hostNumber: Number(host.id) });
      expect(incidents.map(({ ruleName }) => ruleName)).toEqual(['Calado']);
      const shown = await dataOf(staff, `{ host(id: "${host.id}") { newest { cpuPercent memoryPressurePercent } } }`);
      expect(shown).toMatchObject({ host: { newest: { cpuPercent: 12, memoryPressurePercent: null } } });
    });
  });
}
