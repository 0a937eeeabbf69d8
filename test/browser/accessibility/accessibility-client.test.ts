import { describe, expect, test } from 'vitest';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { findFaults, go } from '../../support/browser/accessibility.js';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium } from '../../support/browser/chromium.js';
import { startFakeGemini } from '../../support/fakes/fake-gemini.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';

describe.runIf(chromiumPath || process.env.CI)(
  'WCAG 2.2 AA by axe-core, in both themes, from a phone to a wide screen',
  () => {
    test('the pages of the client, for a user and for staff', async () => {
      const { baseUrl, dataDir } = await startService((await startFakeGemini()).environment);
      const person = newPerson();
      const live = '[data-state=live]';
      const { file, run } = commandLine(dataDir);
      // The service requires a staff account.
      await storeAccount(file, 'keeper', { isStaff: true });
      const staff = (...options: string[]) => run(['user', 'staff', person.username, ...options]);
      const faults = await findFaults(
        await openChromium(),
        baseUrl,
        {
          home: go('/', live),
          menu: async (shown) => {
            await go('/', live)(shown);
            const button = shown.getByRole('button', { name: 'Menu' });
            if (await button.isVisible()) await button.click();
          },
          monitoring: async (shown) => {
            await go('/sistema/monitoramento/', '.chart canvas')(shown);
            await shown.locator('.chart-table summary').first().click();
            await shown.getByRole('button', { name: 'Analisar agora' }).click();
            await shown.locator('.prompt').waitFor();
          },
          analysis: async (shown) => {
            await go('/sistema/monitoramento/', '.chart canvas')(shown);
            await shown.getByRole('button', { name: 'Analisar agora' }).click();
            await shown.getByRole('button', { name: 'Enviar isto e analisar' }).click();
            await shown.locator('.analysis-text').waitFor();
          },
          wall: go('/sistema/monitoramento/?parede', '.wall .chart canvas'),
          converter: go('/sistema/conversor/', '.machine-values'),
          terms: go('/termos/'),
          account: go('/conta/', '.session'),
          'account with faults': async (shown) => {
            await go('/conta/', '.session')(shown);
            await shown.getByLabel('E-mail').fill('ana@');
            await shown.getByRole('button', { name: 'Salvar' }).click();
            await shown.locator('.error').waitFor();
          },
          forbidden: go('/admin/'),
          'processes, for staff': async (shown) => {
            await staff();
            await go('/admin/')(shown);
            await go('/sistema/monitoramento/', '.chart canvas')(shown);
            await shown.getByText('Ver os processos de agora').click();
            await shown.locator('.processes').waitFor();
            await staff('--revoke');
          },
        },
        (page) => admit(page, person),
      );
      expect(faults).toEqual({});
    }, 600_000);
  },
);
