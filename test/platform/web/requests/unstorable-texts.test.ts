import { describe, expect, test } from 'vitest';
import {
  accountPaths,
  INVITATION_PARAMETER,
  RESET_PARAMETER,
  SETUP_PARAMETER,
} from '../../../../src/features/accounts/accounts.paths.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { sendRaw } from '../../../support/http/sources.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** Texts that a database refuses as they are, or that are longer than an entry of its indexes. */
const TEXTS: Readonly<Record<string, string>> = {
  NUL: 'a\0b',
  'half a pair': 'a\ud800b',
  'the other half': '\udc00',
  'more than an index holds': Array.from({ length: 3000 }, (_, n) =>
    String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
  ).join(''),
};

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };

/** Fields of every form, and of the bodies of REST. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  [accountPaths.login]: ['username', 'password', 'next', 'otp'],
  [accountPaths.adminLogin]: ['username', 'password', 'next'],
  [accountPaths.register]: ['first_name', 'username', 'email', 'password1', 'password2', INVITATION_PARAMETER],
  [accountPaths.forgottenPassword]: ['email', 'username'],
  [accountPaths.setPassword]: ['password1', 'password2'],
  [accountPaths.setup]: ['first_name', 'username', 'email', 'password1', 'password2'],
  [accountPaths.passkeyLogin]: ['response', 'next'],
};
const BODIES: Readonly<Record<string, readonly string[]>> = {
  '/accounts/api/v1/token/': ['username', 'password', 'otp'],
  '/accounts/api/v1/token/refresh/': ['refresh'],
};
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/sistema/monitoramento/api/v1/metrics': ['host'],
  '/sistema/monitoramento/api/v1/ai': ['host'],
  '/sistema/conversor/api/v1/converter': ['type', 'value', 'value1', 'value2'],
  '/metrics': ['host'],
  '/termos/texto/': ['versao', 'version', 'lingua'],
  '/sistema/monitoramento/': ['host', 'de', 'ate'],
  [accountPaths.login]: ['next', 'language'],
  [accountPaths.register]: [INVITATION_PARAMETER],
  [accountPaths.setPassword]: [RESET_PARAMETER],
  [accountPaths.setup]: [SETUP_PARAMETER],
  '/graphql': ['query', 'operationName', 'variables', 'extensions'],
  '/graphql/stream': ['query', 'operationName', 'variables'],
};
const COOKIES = ['sessionid', 'guestid', 'csrftoken', 'password_reset', 'setup_link', 'language', 'theme'];
const COOKIE_PAGES = [accountPaths.login, accountPaths.setPassword, accountPaths.setup];
const PATHS = ['/sistema/alertas/', '/sistema/monitoramento/', '/static/', '/accounts/api/v1/', '/entrar/'];

/** Percent-encodes a text, also one that is no Unicode. */
function encode(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Sends a text in every place that takes one. @returns the places with a server error. */
async function failuresOf(app: TestApp, text: string): Promise<string[]> {
  const [person, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
  const failures: string[] = [];
  const note = (place: string, { status }: { readonly status: number }) => {
    if (status >= 500) failures.push(`${place}: ${status}`);
  };
  for (const [path, fields] of Object.entries(FORMS)) {
    const visitor = app.browser();
    if (path === accountPaths.setup) await visitor.get((await app.services.staffSetup.createLink('')).link);
    const csrfmiddlewaretoken = await visitor.csrfToken(accountPaths.login);
    for (const field of fields) {
      const filled = Object.fromEntries(fields.map((name) => [name, name === field ? text : 'x1@example.com']));
      note(`form ${path} ${field}`, await visitor.post(path, { ...filled, csrfmiddlewaretoken }));
    }
  }
  for (const [path, fields] of Object.entries(BODIES)) {
    for (const field of fields) {
      const body = JSON.stringify(Object.fromEntries(fields.map((name) => [name, name === field ? text : 'x'])));
      note(`body ${path} ${field}`, await app.browser().request('POST', path, { body, headers: JSON_TYPE }));
    }
  }
  const callers: readonly (readonly [string, Browser])[] = [
    ['a person', person],
    ['a script', script],
  ];
  const short = text.slice(0, 400);
  for (const [who, caller] of callers) {
    for (const [path, names] of Object.entries(QUERIES)) {
      for (const name of names) note(`${who}: ${path}?${name}`, await caller.get(`${path}?${name}=${encode(short)}`));
    }
    for (const path of PATHS) note(`${who}: ${path}…`, await caller.get(`${path}${encode(short)}/`));
  }
  for (const name of COOKIES) {
    for (const path of ['/conta/', '/graphql?query=%7Bme%7Busername%7D%7D', ...COOKIE_PAGES]) {
      const cookie = `${name}=${encode(short)}`;
      note(`cookie ${name} at ${path}`, await sendRaw(app, 'GET', path, { headers: { cookie } }));
    }
  }
  const bytes = Buffer.from(short, 'utf8').toString('latin1').replaceAll('\0', '');
  for (const name of ['user-agent', 'x-forwarded-for', 'accept-language', 'referer', 'authorization', 'x-csrftoken']) {
    const headers = { [name]: name === 'authorization' ? `Bearer ${bytes}` : bytes };
    note(`header ${name}`, await sendRaw(app, 'GET', '/sistema/monitoramento/api/v1/metrics', { headers }));
  }
  return failures;
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`texts that cannot be stored, on ${kind.name} (promise 25)`, () => {
    test.each(Object.entries(TEXTS))(
      '%s is an error of the caller in every form, body, query, path and header',
      async (_name, text) => {
        const app = await createTestApp({
          database: await openTestDatabase(await kind.locate()),
          environment: { TRUST_PROXY: '127.0.0.1' },
        });
        expect(await failuresOf(app, text)).toEqual([]);
        expect(app.lines.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
      },
    );
  });
}
