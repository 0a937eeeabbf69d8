import { describe, expect, test } from 'vitest';
import { findCatalogue, languages, localeOf } from '../../../../src/i18n/catalogues.js';
import { escapeHtml } from '../../../../src/shared/text/escape-html.js';
import { createTestApp } from '../../../support/test-app.js';

describe.each(languages)('a browser that prefers a language that there is (contract 8): %s', (language) => {
  const own = findCatalogue(language);
  const headers = { 'accept-language': `qaa, ${localeOf(language)};q=0.9` };

  test('reads pages in it, which offer the others by their own names', async () => {
    const app = await createTestApp();
    const page = await app.browser(headers).get('/accounts/login/');
    expect(page.headers.get('content-language')).toBe(localeOf(language));
    expect(page.text).toContain(`<html lang="${localeOf(language)}"`);
    expect(page.text).toContain(`<h1>${escapeHtml(own['accounts.pages.loginTitle'] ?? '')}</h1>`);
    const offered = [...page.text.matchAll(/hreflang="([^"]+)">([^<]+)</g)].map(([, locale, name]) => [locale, name]);
    const others = languages.filter((other) => other !== language);
    expect(offered).toEqual(others.map((other) => [localeOf(other), findCatalogue(other)['language.name']]));
  });

  test('reads what is wrong in it, over REST and over GraphQL', async () => {
    const app = await createTestApp();
    const script = app.browser({ ...headers, accept: 'application/json' });
    const rest = await script.get('/sistema/monitoramento/api/v1/metrics');
    expect(rest.json()).toEqual({ code: 'not_authenticated', detail: own['errors.notAuthenticated'] });
    const graphql = await script.graphql('{ metrics { cpuPercent } }');
    expect(graphql.json()).toMatchObject({ errors: [{ message: own['errors.notAuthenticated'] }] });
  });

  test('is shown everything in it after the login, once it was chosen', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const name = language.toUpperCase().replaceAll('-', '_');
    const chosen = await person.graphql(`mutation { changePreferences(language: ${name}) { language } }`);
    expect(chosen.json()).toEqual({ data: { changePreferences: { language: name } } });
    const page = await person.get('/', { 'accept-language': 'qaa' });
    expect(page.text).toContain(`<html lang="${localeOf(language)}"`);
  });
});
