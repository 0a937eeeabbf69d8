import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage, settle } from '../../support/browser/chromium.js';
import { nodeText } from '../../support/fakes/exporter-texts.js';
import { startFakeExporter } from '../../support/fakes/fake-exporter.js';
import { commandLine } from '../../support/processes/command-line.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService({ SCRAPE_ALLOWED_NETWORKS: '127.0.0.0/8' });

describe.runIf(chromiumPath || process.env.CI)('the table of hosts', () => {
  test('keeps the state of a host that has not been measured within its column', async () => {
    const { baseUrl, dataDir } = await service();
    const eva = newPerson('eva');
    const viewport = { width: 1280, height: 800 };
    const { page } = await openPage(await openChromium(), baseUrl, { viewport });
    await admit(page, eva);
    expect((await commandLine(dataDir).run(['user', 'staff', eva.username])).code).toBe(0);
    await page.goto('/admin/?parte=maquinas');
    await page.getByRole('button', { name: 'Adicionar máquina' }).first().click();
    await page.getByLabel('Nome', { exact: true }).fill(`web-${eva.username}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Cole esta linha em web-${eva.username}` }).waitFor();
    await page.goto('/admin/?parte=maquinas');
    const state = page.locator('td .host-state[data-state=WAITING]').first();
    await state.waitFor();
    await settle(page);
    const widths = await state.evaluate((one) => [one.scrollWidth, one.closest('td')?.clientWidth ?? 0]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });

  test('each way of measuring a machine says what to do there, and an exporter what it tells', async () => {
    const exporter = await startFakeExporter(nodeText({ busy: 100, idle: 1000 }));
    const { baseUrl, dataDir } = await service();
    const eva = newPerson('eva');
    const { page, faults } = await openPage(await openChromium(), baseUrl, { viewport: { width: 390, height: 844 } });
    await admit(page, eva);
    expect((await commandLine(dataDir).run(['user', 'staff', eva.username])).code).toBe(0);
    const begin = async (kind: string) => {
      await page.goto('/admin/?parte=maquinas&nova');
      await page.getByRole('radio', { name: kind, exact: true }).check();
      await page.getByLabel('Nome', { exact: true }).fill(`${kind} de ${eva.username}`);
    };
    const next = () => page.getByRole('button', { name: 'Continuar' }).click();

    await begin('Agente do Vigia');
    await next();
    const line = await page.getByRole('region', { name: 'Linha que inicia o agente' }).textContent();
    expect(line).toMatch(
      /^echo vigia_host_\S+ \| sudo sh -c "\$\(curl -fsS \S+\/agent\/install\.sh\)" vigia-agent --hub/,
    );

    await begin('node_exporter');
    await page.getByLabel('Endereço do exportador').fill(exporter.url);
    await page.getByRole('button', { name: 'Ler agora' }).click();
    await page.getByText('node_exporter 1.9.1').waitFor();
    await next();
    await page.getByText('está ao vivo').waitFor();

    await begin('OpenTelemetry');
    await next();
    const variables = await page.getByRole('region', { name: 'Variáveis do SDK' }).textContent();
    expect(variables).toMatch(/OTEL_EXPORTER_OTLP_METRICS_HEADERS=Authorization=Bearer%20vigia_host_/);

    await begin('Coletor de várias máquinas');
    await next();
    const yaml = await page.getByRole('region', { name: 'Configuração do coletor' }).textContent();
    expect(yaml).toMatch(/Authorization: Bearer vigia_/);

    await page.goto('/admin/?parte=maquinas');
    await page
      .getByRole('button', { name: `node_exporter de ${eva.username}` })
      .first()
      .waitFor();
    await page.getByText(`Coletor de várias máquinas de ${eva.username}`).waitFor();
    await settle(page);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });
});
