import type { Page } from 'playwright-core';
import { createServer } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFaults, go } from '../../support/browser/accessibility.js';
import { admit, newPerson, send } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

async function fail(page: Page, username: string): Promise<void> {
  await page.goto('/accounts/login/');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill('wrong');
  await send(page);
}

describe.runIf(chromiumPath || process.env.CI)(
  'WCAG 2.2 AA by axe-core, in both themes, from a phone to a wide screen',
  () => {
    const service = sharedService({ PUBLIC_CONVERTER: 'true' });

    test('the pages of the server, and of visitors', async () => {
      const faults = await findFaults(await openChromium(), (await service()).baseUrl, {
        login: go('/accounts/login/'),
        'login failed': (page) => fail(page, 'nobody'),
        'admin login': go('/admin/login/'),
        registration: go('/accounts/registrar/'),
        'registration with faults': async (page) => {
          await page.goto('/accounts/registrar/');
          await page.locator('[name=username]').fill('1234');
          await page.locator('[name=password1]').fill('1234');
          await send(page);
        },
        'locked out': async (page) => {
          for (let failure = 0; failure < 5; failure += 1) await fail(page, 'locked');
          await page.locator('[data-wait]').waitFor();
        },
        'not found': go('/nothing'),
        'not allowed': go('/accounts/logout/'),
        'the form of a room': go('/sala/', '[name=nickname]'),
        'the converter without an account': go('/sistema/conversor/bits/?value=-200', '.converter-section'),
        'the menu of visitors': async (page) => {
          await go('/sala/', '[name=nickname]')(page);
          const menu = page.getByRole('button', { name: 'Menu' });
          if (!(await menu.isVisible())) return;
          await menu.click();
          // A press beside the menu closes it, so a control that it half covers is never reached.
          await page.locator('main form').evaluate((form) => form.setAttribute('inert', ''));
        },
      });
      expect(faults).toEqual({});
    }, 600_000);

    test('the converter in its states', async () => {
      const faults = await findFaults(
        await openChromium(),
        (await service()).baseUrl,
        {
          'steps by division': go('/sistema/conversor/?value=-200&signed=true&stepsOpen=true', '.stage'),
          'place values': go('/sistema/conversor/?value=2F&base=16&to=10&bits=16&stepsOpen=true', '.stage'),
          groups: go('/sistema/conversor/?value=2F&base=16&to=8&bits=64&stepsOpen=true', '.bit-groups'),
          faults: go('/sistema/conversor/?value=2.5&value2=x&expression=A+AND', '#logic .error'),
          bits: go('/sistema/conversor/bits/?value=-200', '.machine-values'),
          steps: go('/sistema/conversor/passos/', '.stage'),
          operations: go('/sistema/conversor/operacoes/?value=-2', '.bit-columns'),
          arithmetic: go('/sistema/conversor/operacoes/?value=-5&operation=SUBTRACT&value2=10', '.flags'),
          fractions: go('/sistema/conversor/fracoes/?fraction=1.1&fractionFrom=3&fractionTo=2', '.stage'),
          'floating point': go('/sistema/conversor/flutuante/?float=5e-324&format=BINARY64', '.float-step-list'),
          'forms of an expression': go(
            '/sistema/conversor/formas/?expression=AB%27C%2BDE%27F%2BACE%2BB%27D%27F%27&notation=ENGINEERING',
            '.prime-table',
          ),
          'forms of a column': go('/sistema/conversor/formas/?source=column&outputs=0000011111------', '.prime-table'),
          practice: go('/sistema/conversor/praticar/?exercise=TRUTH_TABLE&level=1&seed=vigia', '.exercise'),
          'a wide table': go('/sistema/conversor/logica/?expression=a%2Bb%2Bc%5Ed%5Ee%5Ef', '.truth-table'),
        },
        (page) => admit(page, newPerson()),
      );
      expect(faults).toEqual({});
    }, 600_000);

    test('a room, for its teacher and for who is in it', async () => {
      const button = 'main form .button-primary';
      let code = '';
      const faults = await findFaults(
        await openChromium(),
        (await service()).baseUrl,
        {
          rooms: go('/sistema/sala/', button),
          'keeping results': async (page) => {
            await page.locator('.room-choice input').last().check();
            await page.locator('[name=className]').fill('1B');
          },
          'a room that is empty': async (page) => {
            await page.locator(button).click();
            code = (await page.locator('.room-code').textContent()) ?? '';
          },
          'the projector of an empty room': (page) => go(`/sistema/sala/${code}/?telao`, '.projector-join')(page),
          'joining a room': (page) => go(`/sala/${code}/`, '[name=nickname]')(page),
          'waiting in a room': async (page) => {
            await page.locator('[name=nickname]').fill('Bia');
            await page.locator(button).click();
            await page.locator('.room-wait').waitFor();
          },
          'a question and a wrong answer': async (page) => {
            await go(`/sistema/sala/${code}/`, button)(page);
            await page.locator(button).click();
            await page.getByRole('heading', { name: 'Exercício 1' }).waitFor();
            await go(`/sala/${code}/`, '[name=answer]')(page);
            await page.locator('[name=answer]').fill('2');
            await page.locator(button).click();
            await page.locator('.question .notice').waitFor();
          },
          'a room with answers': (page) => go(`/sistema/sala/${code}/`, '.answer-members code')(page),
          'the projector with answers': (page) => go(`/sistema/sala/${code}/?telao`, '.projector .answer-group')(page),
          'the results of a class': async (page) => {
            await go(`/sistema/sala/${code}/`, '.answer-members code')(page);
            await page.getByRole('button', { name: 'Fechar a sala' }).click();
            await page.getByRole('dialog').getByRole('button', { name: 'Fechar a sala' }).click();
            await page.getByRole('link', { name: 'Ver as aulas da turma' }).click();
            await page.locator('.class-table').waitFor();
          },
          'deleting results': async (page) => {
            await page.getByRole('button', { name: 'Apagar resultados' }).click();
            await page.getByRole('dialog').waitFor();
          },
        },
        (page) => admit(page, newPerson()),
      );
      expect(faults).toEqual({});
    }, 600_000);

    test('every component in every state', async () => {
      const server = await createServer({ root: 'client', configFile: 'client/vite.config.ts', logLevel: 'silent' });
      onTestFinished(() => server.close());
      await server.listen(0);
      const [baseUrl = ''] = server.resolvedUrls?.local ?? [];
      const faults = await findFaults(await openChromium(), baseUrl, {
        gallery: go('/static/gallery.html', '.gallery-lookout'),
      });
      expect(faults).toEqual({});
    }, 600_000);
  },
);
