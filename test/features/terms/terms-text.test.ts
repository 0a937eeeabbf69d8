import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.js';

const CREATE = `mutation ($content: String!) { createTermsVersion(content: $content) { version } }`;

describe('the terms without JavaScript (contract 6)', () => {
  test('are a page of the server, with the text that is shown, to which the page of the client leads', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('eva', { isStaff: true });
    const reader = await app.loginAs('ana');
    const client = await reader.get('/termos/');
    const [, noscript = ''] = /<noscript>([\s\S]*?)<\/noscript>/.exec(client.text) ?? [];
    const [, link = ''] = /<a [^>]*href="([^"]*)"/.exec(noscript) ?? [];
    expect((await reader.get(link)).text).toContain('Ainda não há termos publicados.');

    await staff.graphql(CREATE, { content: '# Privacidade\n\nGuardamos **pouco**. <script>alert(1)</script>' });
    const page = await reader.get(link);
    expect(page.text).toContain('<h1>Termos de uso</h1>');
    expect(page.text).toContain('<strong>pouco</strong>');
    expect(page.text).toContain('&lt;script&gt;alert(1)');
    expect(page.text).toContain('Versão de ');
    expect((await reader.get(link, { 'accept-language': 'en' })).text).toContain('<h1>Terms of use</h1>');
  });

  test.each([
    { setting: 'true', status: 200, isPublic: true },
    { setting: 'false', status: 302, isPublic: false },
  ])('are for visitors only where PUBLIC_TERMS says so: $setting', async ({ setting, status, isPublic }) => {
    const app = await createTestApp({ environment: { PUBLIC_TERMS: setting } });
    const staff = await app.loginAs('eva', { isStaff: true });
    await staff.graphql(CREATE, { content: '# Privacidade' });
    const visitor = app.browser();
    const shown = await visitor.get('/termos/');
    expect([shown.status, (await visitor.get('/termos/texto/')).status]).toEqual([status, status]);
    expect(shown.text.includes('Privacidade')).toBe(isPublic);
    expect((await visitor.graphql('{ terms { html } }')).text.includes('Privacidade')).toBe(isPublic);
    const registration = await visitor.get('/accounts/registrar/');
    expect(registration.text.includes('href="/termos/"')).toBe(isPublic);
  });

  test('are offered on no page that has no such text', async () => {
    const reader = await (await createTestApp()).loginAs('ana');
    expect((await reader.get('/conta/')).text).not.toContain('/termos/texto/');
  });
});
