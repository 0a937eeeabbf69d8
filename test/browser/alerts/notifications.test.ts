import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Worker } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { promote } from '../../support/accounts/stored-accounts.js';
import { makeCertificate, startPushReceiver } from '../../support/alerts/push-receiver.js';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { chooseInRow } from '../../support/browser/row-menu.js';
import { sharedService } from '../../support/processes/running-service.js';

const SCOPE = '/static/';

/**
 * Fakes the features that headless Chromium lacks: notifications, which it never permits, and a push service. Both
 * record their calls in the page; the test provides the subscription.
 */
const standInForPush = (subscription: object) => `
  window.asked = 0;
  const remembered = (key, value) => ({
    get: () => localStorage.getItem(key),
    set: () => localStorage.setItem(key, value),
    remove: () => localStorage.removeItem(key),
  });
  const permission = remembered('test.permission', 'granted');
  Object.defineProperty(Notification, 'permission', { get: () => permission.get() ?? 'default' });
  Notification.requestPermission = async () => {
    window.asked += 1;
    permission.set();
    return Notification.permission;
  };
  const subscribed = remembered('test.push', 'yes');
  const given = {
    ...${JSON.stringify(subscription)},
    toJSON: () => (${JSON.stringify(subscription)}),
    async unsubscribe() { subscribed.remove(); return true; },
  };
  PushManager.prototype.getSubscription = async () => (subscribed.get() ? given : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    const isKey = /^[\\w-]{87}$/.test(applicationServerKey);
    if (Notification.permission !== 'granted' || !userVisibleOnly || !isKey) throw new DOMException('', 'NotAllowedError');
    subscribed.set();
    return given;
  };
`;

describe.runIf(chromiumPath || process.env.CI)('notifications of a browser (contract 12)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = makeCertificate(folder);
  const service = sharedService({
    METRICS_INTERVAL_MS: '1000',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: certificate.cert,
  });

  test('are asked for by a click, arrive encrypted, are shown by the service worker, and open their incident', async () => {
    const { baseUrl, dataDir } = await service();
    const push = await startPushReceiver(certificate);
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    const person = newPerson();
    await admit(page, person);
    promote(dataDir, person.username);
    await page.addInitScript({ content: standInForPush(push.subscription) });

    await page.goto('/conta/');
    await page.getByText('Nenhum canal avisa navegadores ainda.').waitFor();
    await page.goto('/sistema/alertas/canais/novo/');
    await page.getByLabel('Tipo').selectOption('Navegadores');
    await page.getByLabel('Nome').fill('Navegadores');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL('**/sistema/alertas/canais/');

    await page.goto('/conta/');
    const turnOn = page.getByRole('button', { name: 'Ativar notificações' });
    await turnOn.waitFor();
    // The page requests no permission and installs nothing until the user asks for notifications.
    expect(await page.evaluate('window.asked')).toBe(0);
    expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
    await turnOn.click();
    await expect.poll(() => page.evaluate('window.asked')).toBe(1);
    const own = page.getByRole('list', { name: 'Navegadores avisados' }).getByRole('listitem');
    await own.getByText('este navegador').waitFor();
    expect(await own.innerText()).toMatch(/^Chrome \d+, Linux/);

    await page.goto('/sistema/alertas/canais/');
    await chooseInRow(page, 'Navegadores', 'Enviar teste: Navegadores');
    await page.getByText(/entregue em/).waitFor();
    const [payload = ''] = push.received;
    expect(JSON.parse(payload)).toMatchObject({ title: expect.stringContaining('Vigia'), url: '/sistema/alertas/' });

    const worker = await findWorker(page);
    await remember(worker);
    await deliver(page, baseUrl, payload);
    const { title, body, tag } = JSON.parse(payload);
    const shown = {
      title,
      body,
      tag,
      data: '/sistema/alertas/',
      icon: '/static/icon-192.png',
      badge: '/static/icon-192.png',
    };
    await expect.poll(() => worker.evaluate('self.shown')).toEqual([shown]);
    expect(await opened(worker, '/sistema/alertas/7/')).toEqual([`${baseUrl}/sistema/alertas/7/`]);
    expect(await opened(worker, 'https://example.com/')).toEqual([]);

    await page.goto('/conta/');
    await own.getByRole('button', { name: /^Não avisar mais Chrome/ }).click();
    await page.getByText('Navegador removido: não será mais avisado.').waitFor();
    await turnOn.waitFor();
    expect(await page.evaluate('localStorage.getItem("test.push")')).toBeNull();
    expect(faults).toEqual([]);
  });

  test('come from a worker at one address that is looked at again each time, and answers for no page', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl);
    const worker = await page.request.get('/static/push-worker.js');
    expect([worker.status(), worker.headers()['cache-control'], worker.headers()['content-type']]).toEqual([
      200,
      'no-cache',
      expect.stringContaining('javascript'),
    ]);
    expect(await worker.text()).not.toMatch(/fetch|import/);
  });
});

/** Delivers a message to the service worker as the browser's push service would. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === origin + SCOPE);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

async function findWorker(page: Page): Promise<Worker> {
  const [running] = page.context().serviceWorkers();
  return running ?? page.context().waitForEvent('serviceworker');
}

/** Records the notifications and windows that the worker would open, since a headless browser opens neither. */
function remember(worker: Worker): Promise<void> {
  return worker.evaluate(`
    self.shown = [];
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
    self.clients.openWindow = async (url) => void self.opened.push(url);
  `);
}

/** Returns the URLs that the worker opens when a notification with this path is clicked and no page is open there. */
function opened(worker: Worker, path: string): Promise<string[]> {
  return worker.evaluate(`(async () => {
    self.opened = [];
    const waits = [];
    const click = Object.assign(new Event('notificationclick'), {
      notification: { data: ${JSON.stringify(path)}, close() {} },
      waitUntil: (promise) => void waits.push(promise),
    });
    self.dispatchEvent(click);
    await Promise.all(waits);
    return self.opened;
  })()`);
}
