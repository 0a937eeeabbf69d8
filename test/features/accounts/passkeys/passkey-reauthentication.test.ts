import { describe, expect, test } from 'vitest';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import {
  addPasskey,
  beginPasskey,
  PASSKEY_ORIGIN,
  sendPasskey,
  WITH_PASSKEYS,
} from '../../../support/accounts/passkeys.js';
import { letLoginsAge } from '../../../support/accounts/reauthentication.js';
import { SoftwareAuthenticator } from '../../../support/accounts/software-authenticator.js';
import type { Answer, Browser } from '../../../support/http/browser.js';
import { createTestApp } from '../../../support/test-app.js';

const REAUTHENTICATE = 'mutation ($passkey: String) { reauthenticate(passkey: $passkey) { until } }';
const REQUIRED = 'REAUTHENTICATION_REQUIRED';

async function beginAssertion(person: Browser): Promise<string> {
  const answer = await person.graphql('mutation { beginPasskeyAssertion }');
  return answer.json<{ data: { beginPasskeyAssertion: string } }>().data.beginPasskeyAssertion;
}

const byPasskey = (person: Browser, passkey: string) => person.graphql(REAUTHENTICATE, { passkey });

function codeOf(answer: Answer): string | undefined {
  return answer.json<{ errors?: { extensions: { code: string } }[] }>().errors?.[0]?.extensions.code;
}

function fieldsOf(answer: Answer): string[] {
  const [error] = answer.json<{ errors: { extensions: { fields?: object } }[] }>().errors;
  return Object.keys(error?.extensions.fields ?? {});
}

describe('proving again who one is (contract 14)', () => {
  test('passkeys are added and removed after that alone, and renamed without', async () => {
    const app = await createTestApp({ environment: WITH_PASSKEYS });
    const ana = await app.loginAs();
    const authenticator = await addPasskey(ana);
    const made = new SoftwareAuthenticator(PASSKEY_ORIGIN).create(await beginPasskey(ana));
    await letLoginsAge(app);
    const [{ id } = { id: '' }] = (await ana.graphql('{ passkeys { id } }')).json<{
      data: { passkeys: { id: string }[] };
    }>().data.passkeys;
    const begin = () => ana.graphql('mutation { beginPasskey }');
    const remove = () => ana.graphql('mutation ($id: ID!) { removePasskey(id: $id) }', { id });
    for (const attempt of [begin, () => sendPasskey(ana, made), remove]) expect(codeOf(await attempt())).toBe(REQUIRED);
    const rename = 'mutation ($id: ID!) { renamePasskey(id: $id, name: "Outro") { name } }';
    expect(codeOf(await ana.graphql(rename, { id }))).toBeUndefined();

    const answer = await byPasskey(ana, authenticator.get(await beginAssertion(ana)));
    const until = new Date(app.clock.now().getTime() + 15 * 60_000).toISOString();
    expect(answer.json()).toEqual({ data: { reauthenticate: { until } } });
    for (const attempt of [begin, remove]) expect(codeOf(await attempt())).toBeUndefined();
    const recorded = await app.database.em.fork().find(AuthenticationEvent, { event: 'reauthentication' });
    expect(recorded.map(({ result, username, after }) => [result, username, after])).toEqual([
      ['success', 'ana', '{"means":"passkey"}'],
    ]);
  });

  test('an answer is refused to another account, for another purpose, without its user, or a second time', async () => {
    const app = await createTestApp({ environment: WITH_PASSKEYS });
    const [ana, bia] = [await app.loginAs('ana'), await app.loginAs('bia')];
    const authenticator = await addPasskey(ana);
    const ofBia = await addPasskey(bia);
    const rpId = 'vigia.test';
    const login = (await app.browser().get('/accounts/login/chave/')).text;
    const answers = [
      authenticator.get(login),
      authenticator.get(await beginPasskey(ana), { rpId }),
      authenticator.get(await beginAssertion(bia)),
      authenticator.get(await beginAssertion(ana), { isUserVerified: false }),
      authenticator.get(await beginAssertion(ana), { origin: 'https://evil.example' }),
      ofBia.get(await beginAssertion(ana)),
      '{}',
    ];
    for (const answer of answers) expect(fieldsOf(await byPasskey(ana, answer))).toEqual(['passkey']);
    await letLoginsAge(app);
    expect(codeOf(await ana.graphql('mutation { beginPasskey }'))).toBe(REQUIRED);
    const answer = authenticator.get(await beginAssertion(ana));
    const both = await Promise.all([byPasskey(ana, answer), byPasskey(ana, answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('it is no way round the session: a token proves it by a new login', async () => {
    const app = await createTestApp({ environment: WITH_PASSKEYS });
    const ana = await app.loginAs();
    const authenticator = await addPasskey(ana);
    const script = await app.scriptAs();
    const answer = await byPasskey(script, authenticator.get(await beginAssertion(script)));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_USER_INPUT']);
  });
});
