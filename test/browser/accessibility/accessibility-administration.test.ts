import { describe, expect, test } from 'vitest';
import { ageSessions } from '../../support/accounts/reauthentication.js';
import { findFaults, go } from '../../support/browser/accessibility.js';
import { ANA, enter } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium } from '../../support/browser/chromium.js';
import { writeExampleData } from '../../support/browser/example-data.js';
import { chooseInRow } from '../../support/browser/row-menu.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';

describe.runIf(chromiumPath || process.env.CI)(
  'WCAG 2.2 AA by axe-core, in both themes, from a phone to a wide screen',
  () => {
    test('the terms, every section of the administration and of the alerts, with what months leave there', async () => {
      const { dataDir } = commandLine();
      const staff = { ...ANA, username: 'chefe' };
      writeExampleData(dataDir, staff);
      const { baseUrl } = await startService({ DATA_DIR: dataDir });
      const section = (word: string) => go(`/admin/?parte=${word}`, '.record, .record-table');
      const faults = await findFaults(
        await openChromium(),
        baseUrl,
        {
          'home, with word of new terms': go('/', '.terms-notice'),
          terms: go('/termos/', '.prose'),
          overview: go('/admin/', '.health'),
          users: section('usuarios'),
          'a question, its answer at fault': async (page) => {
            await chooseInRow(page, 'ze', 'Nova senha: ze');
            await page.getByRole('dialog').getByLabel('Nova senha').fill('1234');
            await page.getByRole('dialog').getByRole('button', { name: 'Nova senha' }).click();
            await page.getByRole('dialog').locator('.error').waitFor();
          },
          'a question that asks for the own password': async (page) => {
            await page.keyboard.press('Escape');
            await chooseInRow(page, 'ze', 'Incluir na equipe: ze');
            ageSessions(dataDir);
            await page.getByRole('dialog').getByRole('button', { name: 'Incluir na equipe' }).click();
            await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
          },
          'a new account': async (page) => {
            const question = page.getByRole('dialog', { name: 'Confirme que é você' });
            await question.getByLabel('Sua própria senha', { exact: true }).fill(staff.password);
            await page.keyboard.press('Enter');
            await question.waitFor({ state: 'detached' });
            await go('/admin/?parte=usuarios', '.record, .record-table')(page);
            await page.getByRole('button', { name: 'Nova conta' }).click();
            await page.getByRole('group', { name: 'Função' }).getByText('Equipe', { exact: true }).click();
            await page.locator('.user-create').waitFor();
          },
          access: go('/admin/?parte=acesso', '.choice'),
          sessions: section('sessoes'),
          locks: go('/admin/?parte=bloqueios', '.state'),
          versions: section('termos'),
          'a version edited': async (page) => {
            await chooseInRow(page, 'Versão 2', 'Editar a versão 2');
            await page.locator('.terms-preview .prose').waitFor();
          },
          'versions compared': async (page) => {
            await section('termos')(page);
            await chooseInRow(page, 'Versão 2', 'Comparar a versão 2 com outra');
            await page.locator('.terms-difference').waitFor();
          },
          domains: section('dominios'),
          mails: section('emails'),
          audit: section('auditoria'),
          'the audit, with what was changed': async (page) => {
            // Wide screens show these lists as tables whose rows can be opened.
            await page.setViewportSize({ width: 1440, height: 900 });
            await page
              .getByRole('button', { name: /^Detalhes/ })
              .first()
              .click();
            await page.locator('.audit-changes').waitFor();
          },
          incidents: go('/sistema/alertas/', '.record, .record-table'),
          'the bell': async (page) => {
            await page.locator('.bell-button').click();
            await page.locator('.bell-panel').waitFor();
          },
          'an incident to be silenced': async (page) => {
            await page.keyboard.press('Escape');
            await page.getByRole('button', { name: /^Silenciar: Disk/ }).click();
            await page.getByRole('dialog').waitFor();
          },
          'an incident': go('/sistema/alertas/7/', '.incident-facts'),
          channels: go('/sistema/alertas/canais/', '.record, .record-table'),
          'a new channel, its fields at fault': async (page) => {
            await page.goto('/sistema/alertas/canais/novo/');
            await page.getByLabel('Tipo').selectOption('Telegram');
            await page.getByLabel('Horário de silêncio').check();
            await page.getByRole('button', { name: 'Salvar' }).click();
            await page.locator('.channel-form .error').first().waitFor();
          },
          'a new silence': async (page) => {
            await go('/sistema/alertas/silencios/', '.record, .record-table')(page);
            await page.getByRole('button', { name: 'Novo silêncio' }).click();
          },
          'the account, with its notifications': go('/conta/', '#notifications .hint'),
        },
        (page) => enter(page, staff),
      );
      expect(faults).toEqual({});
    }, 600_000);
  },
);
