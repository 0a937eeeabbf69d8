import { describe, expect, test } from 'vitest';
import { admit, newPerson, tableRows } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { newDatabaseUrl, nodesCanRun, startNode } from '../../support/processes/nodes.js';

describe.runIf(nodesCanRun && (chromiumPath || process.env.CI))(
  'the sockets of several processes (contract 13)',
  () => {
    test('staff see at which process each is open', async () => {
      const url = await newDatabaseUrl();
      const nodes = [await startNode(url), await startNode(url)];
      const { em } = await openTestDatabase({ kind: 'postgresql', url });
      const chefe = newPerson('chefe');
      const [first, second] = [
        await openPage(await openChromium(), nodes[0]?.baseUrl ?? ''),
        await openPage(await openChromium(), nodes[1]?.baseUrl ?? ''),
      ];
      await admit(first.page, chefe);
      await em.getConnection().execute('update users set is_staff = true');
      await second.page.context().addCookies(await first.page.context().cookies());
      await second.page.goto('/sistema/monitoramento/');
      await first.page.goto('/admin/?parte=sessoes');
      const sockets = tableRows(first.page, 'Conexões ao vivo');
      for (const { port } of nodes)
        await sockets
          .filter({ hasText: `:${port}` })
          .first()
          .waitFor();
      expect([...first.faults, ...second.faults]).toEqual([]);
    });
  },
);
