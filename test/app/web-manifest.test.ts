import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.js';

const LANGUAGES = [
  { locale: 'pt-BR', own: 'no seu próprio servidor', shortcuts: ['Alertas', 'Monitoramento', 'Conversor'] },
  { locale: 'en', own: 'on your own server', shortcuts: ['Alerts', 'Monitoring', 'Converter'] },
  { locale: 'es', own: 'en tu propio servidor', shortcuts: ['Alertas', 'Monitorización', 'Conversor'] },
];

interface Manifest {
  readonly description: string;
  readonly icons: readonly object[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

describe('the manifest of the installed application', () => {
  test.each(LANGUAGES)('is in the language of the page that links it ($locale)', async ({ locale, own, shortcuts }) => {
    const browser = (await createTestApp()).browser({ 'accept-language': locale });
    const { text } = await browser.get('/accounts/login/');
    const [, language] = /<html lang="([^"]+)"/.exec(text) ?? [];
    const [, href = ''] = /<link rel="manifest" href="([^"]+)">/.exec(text) ?? [];
    const answer = await browser.get(href);
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json\b/);
    const manifest = answer.json<Manifest>();
    expect(manifest).toMatchObject({ name: 'Vigia', short_name: 'Vigia', lang: language });
    expect(manifest.description).toContain(own);
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(shortcuts);
  });

  test('opens the first page in a window of its own, by icons that a phone may cut to its shape', async () => {
    const browser = (await createTestApp()).browser();
    const manifest = (await browser.get('/static/manifest-pt-BR.webmanifest')).json<Manifest>();
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
    expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '192x192', type: 'image/png' }));
    expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '512x512', purpose: 'maskable' }));
    // A visitor is led to the login, and from there to the page.
    for (const { url } of manifest.shortcuts) expect([url, (await browser.get(url)).status]).toEqual([url, 302]);
  });
});
