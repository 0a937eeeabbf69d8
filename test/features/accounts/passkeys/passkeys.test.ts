import { describe, expect, test } from 'vitest';
import { Passkey } from '../../../../src/features/accounts/passkeys/passkey.entity.js';
import { PASSKEYS_OF_USER_MAX } from '../../../../src/features/accounts/passkeys/passkeys.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import {
  addPasskey,
  beginPasskey,
  PASSKEY_ORIGIN,
  sendPasskey,
  WITH_PASSKEYS,
} from '../../../support/accounts/passkeys.js';
import { type Deviations, SoftwareAuthenticator } from '../../../support/accounts/software-authenticator.js';
import type { Answer, Browser } from '../../../support/http/browser.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const RENAME = 'mutation ($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) { id name } }';
const REMOVE = 'mutation ($id: ID!) { removePasskey(id: $id) }';

const appWithPasskeys = () => createTestApp({ environment: WITH_PASSKEYS });

async function fetchPasskeys(person: Browser): Promise<Shown[]> {
  const answer = await person.graphql('{ passkeys { id name createdAt lastUsedAt } }');
  return answer.json<{ data: { passkeys: Shown[] } }>().data.passkeys;
}

function fieldsOf(answer: Answer): Record<string, string[]> {
  return (
    answer.json<{ errors: { extensions: { fields: Record<string, string[]> } }[] }>().errors[0]?.extensions.fields ?? {}
  );
}

function textOf(answer: Answer): string {
  return answer.json<{ errors: { message: string }[] }>().errors[0]?.message ?? '';
}

async function recorded(app: TestApp) {
  const events = await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
  return events
    .filter(({ event }) => event.startsWith('passkey'))
    .map(({ event, username, before, after }) => [event, username, before, after]);
}

describe('the passkeys of an account (contract 14)', () => {
  test('are added, listed, renamed and removed by their owner, and each change is recorded', async () => {
    const app = await appWithPasskeys();
    const ana = await app.loginAs();
    expect(await fetchPasskeys(ana)).toEqual([]);
    await addPasskey(ana, '  Celular ');
    await addPasskey(ana, 'Chave azul');
    const [second, first] = await fetchPasskeys(ana);
    expect([second, first]).toMatchObject([
      { name: 'Chave azul', lastUsedAt: null },
      { name: 'Celular', createdAt: app.clock.now().toISOString() },
    ]);
    expect((await ana.graphql(RENAME, { id: second?.id, name: 'Chave verde' })).status).toBe(200);
    expect((await ana.graphql(REMOVE, { id: first?.id })).json()).toEqual({ data: { removePasskey: true } });
    expect((await fetchPasskeys(ana)).map(({ name }) => name)).toEqual(['Chave verde']);
    expect(await recorded(app)).toEqual([
      ['passkey_add', 'ana', null, '{"name":"Celular"}'],
      ['passkey_add', 'ana', null, '{"name":"Chave azul"}'],
      ['passkey_rename', 'ana', '{"name":"Chave azul"}', '{"name":"Chave verde"}'],
      ['passkey_remove', 'ana', '{"name":"Celular"}', null],
    ]);
  });

  test('are nobody else’s to see, rename or remove', async () => {
    const app = await appWithPasskeys();
    const ana = await app.loginAs('ana');
    await addPasskey(ana);
    const [{ id } = { id: '' }] = await fetchPasskeys(ana);
    const bia = await app.loginAs('bia');
    expect(await fetchPasskeys(bia)).toEqual([]);
    for (const other of [id, '0', '01', '1e1', '99999999999', 'x']) {
      expect((await bia.graphql(RENAME, { id: other, name: 'Minha' })).status).toBe(404);
      expect((await bia.graphql(REMOVE, { id: other })).status).toBe(404);
    }
    expect((await fetchPasskeys(ana)).map(({ name }) => name)).toEqual(['Celular']);
    expect((await app.browser().graphql('{ passkeys { id } }')).status).toBe(401);
  });

  test('have names of 1 to 80 characters in one line', async () => {
    const app = await appWithPasskeys();
    const ana = await app.loginAs();
    await addPasskey(ana, '𝒜'.repeat(80));
    const [{ id } = { id: '' }] = await fetchPasskeys(ana);
    for (const name of ['', ' ', '\u200b', 'x'.repeat(81), 'a\nb', '\ud800']) {
      const answer = await ana.graphql(RENAME, { id, name });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['name']]);
    }
    const authenticator = new SoftwareAuthenticator(PASSKEY_ORIGIN);
    const unnamed = await sendPasskey(ana, authenticator.create(await beginPasskey(ana)), '');
    expect(Object.keys(fieldsOf(unnamed))).toEqual(['name']);
  });

  test('the authenticator learns an opaque name, the same for each passkey of the account', async () => {
    const app = await appWithPasskeys();
    const userOf = async (person: Browser) =>
      JSON.parse(await beginPasskey(person)).user as { id: string; name: string };
    const ana = await app.loginAs('ana');
    const { id, name } = await userOf(ana);
    expect([name, id]).toEqual(['ana', expect.stringMatching(/^[\w-]{43}$/)]);
    await addPasskey(ana);
    const options = JSON.parse(await beginPasskey(ana));
    expect([options.user.id, options.rp.id, options.attestation]).toEqual([id, 'vigia.test', 'none']);
    expect(options.excludeCredentials).toHaveLength(1);
    expect((await userOf(await app.loginAs('bia'))).id).not.toBe(id);
  });

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a challenge of nobody', { challenge: 'x'.repeat(80) }],
    ['the ceremony of a login', { type: 'webauthn.get' }],
  ])('one with %s is refused', async (_, deviations) => {
    const app = await appWithPasskeys();
    const ana = await app.loginAs();
    const authenticator = new SoftwareAuthenticator(PASSKEY_ORIGIN);
    const answer = await sendPasskey(ana, authenticator.create(await beginPasskey(ana), deviations));
    expect([answer.status, textOf(answer)]).toEqual([400, expect.stringContaining('Não deu para conferir')]);
    expect(await fetchPasskeys(ana)).toEqual([]);
  });

  test.each(['', '{}', 'null', '{"id":"a","response":{}}'])('%j is no passkey', async (response) => {
    const app = await appWithPasskeys();
    expect((await sendPasskey(await app.loginAs(), response)).status).toBe(400);
  });

  test('an attestation’s statement is not looked at: none was asked for', async () => {
    const app = await appWithPasskeys();
    const ana = await app.loginAs();
    const authenticator = new SoftwareAuthenticator(PASSKEY_ORIGIN);
    // The library would reject this because its signature and certificate are bogus.
    const attStmt = new Map<string, number | Buffer | Buffer[]>([
      ['alg', -7],
      ['sig', Buffer.from('none')],
      ['x5c', [Buffer.from('none')]],
    ]);
    const made = authenticator.create(await beginPasskey(ana), { statement: { fmt: 'packed', attStmt } });
    expect((await sendPasskey(ana, made)).json()).toMatchObject({ data: { addPasskey: { name: 'Celular' } } });
  });

  test('a challenge is for one account, for five minutes and for one passkey', async () => {
    const app = await appWithPasskeys();
    const [ana, bia] = [await app.loginAs('ana'), await app.loginAs('bia')];
    const make = (options: string) => new SoftwareAuthenticator(PASSKEY_ORIGIN).create(options);
    const options = await beginPasskey(ana);
    expect((await sendPasskey(bia, make(options))).status).toBe(400);
    const both = await Promise.all([sendPasskey(ana, make(options)), sendPasskey(ana, make(options))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const late = make(await beginPasskey(ana));
    await app.sleep({ minutes: 5 });
    expect((await sendPasskey(ana, late)).status).toBe(400);
    expect(await fetchPasskeys(ana)).toHaveLength(1);
  });

  test('a passkey is one account’s', async () => {
    const app = await appWithPasskeys();
    const [ana, bia] = [await app.loginAs('ana'), await app.loginAs('bia')];
    const authenticator = await addPasskey(ana);
    const answer = await sendPasskey(bia, authenticator.create(await beginPasskey(bia)));
    expect([answer.status, textOf(answer)]).toEqual([400, 'Esta chave de acesso já foi adicionada.']);
  });

  test('an account has twenty', async () => {
    const app = await appWithPasskeys();
    const ana = await app.loginAs();
    for (let count = 0; count < PASSKEYS_OF_USER_MAX - 1; count += 1) await addPasskey(ana);
    const begun = await Promise.all([beginPasskey(ana), beginPasskey(ana)]);
    const answers = await Promise.all(
      begun.map((options) => sendPasskey(ana, new SoftwareAuthenticator(PASSKEY_ORIGIN).create(options))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await app.database.em.fork().count(Passkey, {})).toBe(PASSKEYS_OF_USER_MAX);
  });
});
