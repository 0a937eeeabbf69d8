import { describe, expect, test } from 'vitest';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';
import { capitaliseName } from '../../../../src/features/accounts/registration/registration-rules.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const ADDRESS = '/accounts/registrar/';
const form = {
  first_name: 'ana maria',
  username: 'Ana',
  email: 'ana@example.com',
  password1: 'correct horse 7',
  password2: 'correct horse 7',
};

function users(app: TestApp) {
  return app.database.em.fork().find(User, {});
}

describe('registration (contract 3)', () => {
  test('creates the account and leads to the login', async () => {
    const app = await createTestApp();
    const answer = await app.browser().submit(ADDRESS, form);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/accounts/login/']);
    const [user] = await users(app);
    expect(user).toMatchObject({
      username: 'Ana',
      usernameKey: 'ana',
      firstName: 'Ana Maria',
      email: 'ana@example.com',
      isActive: true,
      isStaff: false,
      lastLogin: null,
    });
    expect(user?.password).toMatch(/^pbkdf2_sha256\$/);
    expect(user?.dateJoined).toEqual(app.clock.now());
  });

  test('is confirmed on the login page, once, which has the name already', async () => {
    const app = await createTestApp();
    const visitor = app.browser();
    await visitor.submit(ADDRESS, form);
    const login = await visitor.get('/accounts/login/');
    expect(login.text).toContain('Conta criada. Agora é só entrar.');
    expect(login.text).toMatch(/name="username" value="Ana"/);
    expect(login.text).toMatch(/name="password"[^>]* autofocus/);
    const again = (await visitor.get('/accounts/login/')).text;
    expect(again).not.toContain('Conta criada');
    expect(again).toContain('name="username" value=""');
  });

  test('leads on to the page that was asked for first, whatever else is chosen or mistyped on the way', async () => {
    const app = await createTestApp();
    const visitor = app.browser();
    const next = '/sistema/conversor/?value=2F&base=16';
    const login = await visitor.get(`/accounts/login/?next=${encodeURIComponent(next)}`);
    const link = /<a href="(\/accounts\/registrar\/[^"]*)"/.exec(login.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(link).toBe(`/accounts/registrar/?next=/sistema/conversor/${encodeURIComponent('?value=2F&base=16')}`);
    const page = await visitor.get(link);
    expect(page.text).toContain('name="next" value="/sistema/conversor/?value=2F&amp;base=16"');
    expect(page.text).toContain(
      `<a href="/accounts/login/?next=/sistema/conversor/${encodeURIComponent('?value=2F&base=16')}"`,
    );
    expect(page.text).toContain(`registrar/?next=${encodeURIComponent(next).replaceAll('&', '&amp;')}&amp;language=en`);
    const refused = await visitor.submit(ADDRESS, { ...form, username: '', next });
    expect(refused.text).toContain('name="next" value="/sistema/conversor/?value=2F&amp;base=16"');
    const answer = await visitor.submit(ADDRESS, { ...form, next });
    expect(answer.headers.get('location')).toBe(
      `/accounts/login/?next=/sistema/conversor/${encodeURIComponent('?value=2F&base=16')}`,
    );
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/a\u0000'])(
    'leads nowhere else: %j',
    async (next) => {
      const app = await createTestApp();
      const answer = await app.browser().submit(ADDRESS, { ...form, next });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/accounts/login/']);
      const page = await app.browser().get(`${ADDRESS}?next=${encodeURIComponent(next)}`);
      expect(page.text).not.toContain('evil.example');
    },
  );

  test('answers 201 in JSON where JSON is accepted', async () => {
    const app = await createTestApp();
    const answer = await app.browser().submit(ADDRESS, form, { accept: 'application/json' });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ username: 'Ana', email: 'ana@example.com', first_name: 'Ana Maria' });
  });

  test('shows every fault beside its field, keeps what was typed and never the passwords', async () => {
    const app = await createTestApp();
    const answer = await app.browser().submit(ADDRESS, {
      first_name: '<b>Ana',
      username: '1234',
      email: 'nobody',
      password1: 'sesam-1',
      password2: 'sesam-2',
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('value="&lt;b&gt;Ana"');
    expect(answer.text).toContain('value="1234"');
    expect(answer.text).toContain('value="nobody"');
    expect(answer.text).not.toContain('sesam');
    for (const field of ['username', 'email', 'password1', 'password2']) {
      expect(answer.text).toContain(`id="${field}-error"`);
      expect(answer.text).toMatch(new RegExp(`aria-describedby="${field}-error[^"]*" aria-invalid="true"`));
    }
    expect(await users(app)).toEqual([]);
  });

  test.each([
    ['username', '', 'Este campo é obrigatório.'],
    ['username', '   ', 'Este campo é obrigatório.'],
    ['username', '123456', 'O nome de usuário não pode ter apenas números.'],
    ['username', '١٢٣', 'O nome de usuário não pode ter apenas números.'],
    ['username', 'ana maria', 'Use apenas letras, números e os caracteres @ . + - _'],
    ['username', 'ana<script>', 'Use apenas letras, números e os caracteres @ . + - _'],
    ['username', 'ana\u0000', 'Use apenas letras, números e os caracteres @ . + - _'],
    ['username', 'ana\u3164', 'Use apenas letras, números e os caracteres @ . + - _'],
    ['username', 'ana\ufe0f', 'Use apenas letras, números e os caracteres @ . + - _'],
    ['username', 'a\u034fna', 'Use apenas letras, números e os caracteres @ . + - _'],
    ['username', 'a'.repeat(151), 'Use no máximo 150 caracteres.'],
    ['email', '', 'Este campo é obrigatório.'],
    ['email', 'ana', 'Escreva um e-mail válido, como nome@exemplo.com.'],
    ['email', 'ana@localhost', 'Escreva um e-mail válido, como nome@exemplo.com.'],
    ['email', 'ana@@example.com', 'Escreva um e-mail válido, como nome@exemplo.com.'],
    ['email', 'ana@example.com\r\nBcc: x@example.com', 'Escreva um e-mail válido, como nome@exemplo.com.'],
    ['email', 'ana@example.com,bia@example.com', 'Escreva um e-mail válido, como nome@exemplo.com.'],
    ['email', `${'a'.repeat(243)}@example.com`, 'Escreva um e-mail válido, como nome@exemplo.com.'],
    ['first_name', '', 'Este campo é obrigatório.'],
    ['first_name', 'a'.repeat(151), 'Use no máximo 150 caracteres.'],
    ['first_name', 'Ana\u0007', 'O nome não pode ter caracteres de controle.'],
    ['password1', '', 'Este campo é obrigatório.'],
    ['password1', 'short-7', 'A senha precisa ter pelo menos 8 caracteres.'],
    ['password1', '13572468', 'A senha não pode ter apenas números.'],
    ['password1', `a${'ã'.repeat(2048)}`, 'A senha tem mais de 4.096 bytes.'],
    ['password2', '', 'Este campo é obrigatório.'],
    ['password2', 'another horse 7', 'As duas senhas não são iguais.'],
  ])('refuses %s %j', async (field, value, text) => {
    const app = await createTestApp();
    const values = { ...form, ...(field === 'password1' && { password2: value }), [field]: value };
    const answer = await app.browser().submit(ADDRESS, values, { accept: 'application/json' });
    expect(answer.status).toBe(400);
    expect(answer.json<{ errors: Record<string, string[]> }>().errors[field]).toContain(text);
    expect(await users(app)).toEqual([]);
  });

  test.each([
    ['username', 'a'.repeat(150)],
    ['username', 'joão.da-silva+x_@1'],
    ['username', '日本'],
    ['username', 'jose\u0301'],
    ['username', '𝒜'.repeat(150)],
    ['email', `${'a'.repeat(242)}@example.com`],
    ['email', "o'neil+tag@sub.example.co"],
    ['first_name', 'a'.repeat(150)],
    ['password1', '8 chars!'],
    ['password1', `a${'b'.repeat(4095)}`],
    ['password1', '  blanks stay  '],
  ])('takes %s %j', async (field, value) => {
    const app = await createTestApp();
    const values = { ...form, ...(field === 'password1' && { password2: value }), [field]: value };
    expect((await app.browser().submit(ADDRESS, values)).status).toBe(302);
  });

  test('a name that differs only in case, width or blanks is taken', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (const username of ['ana', 'ANA', ' Ana ', 'ａｎａ']) {
      const answer = await app.browser().submit(ADDRESS, { ...form, username }, { accept: 'application/json' });
      expect(answer.json()).toEqual({
        errors: { username: ['Esse nome de usuário já existe. Escolha outro.'] },
      });
    }
  });

  test('fifty registrations of one name at once make one user (promise 34)', async () => {
    const app = await createTestApp({ hasher: new PasswordHasher(50_000) });
    const visitors = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const visitor = app.browser({ accept: 'application/json' });
        return { visitor, csrfmiddlewaretoken: await visitor.csrfToken(ADDRESS) };
      }),
    );
    // Hashing is slow enough for all requests to find the name free.
    const answers = await Promise.all(
      visitors.map(({ visitor, csrfmiddlewaretoken }) => visitor.post(ADDRESS, { ...form, csrfmiddlewaretoken })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(400)]);
    expect(await users(app)).toHaveLength(1);
  });

  test('fields that it does not own change nothing (promise 26)', async () => {
    const app = await createTestApp();
    await app.browser().submit(ADDRESS, { ...form, is_staff: 'true', isStaff: 'true', id: '77', is_active: 'false' });
    const [user] = await users(app);
    expect(user).toMatchObject({ isStaff: false, isActive: true });
    expect(user?.id).not.toBe(77);
  });

  test('is in English for a browser that prefers English', async () => {
    const app = await createTestApp();
    const headers = { accept: 'application/json', 'accept-language': 'en-GB,en;q=0.9,pt;q=0.5' };
    const answer = await app.browser().submit(ADDRESS, { ...form, username: '' }, headers);
    expect(answer.json()).toEqual({ errors: { username: ['This field is required.'] } });
  });
});

describe('GraphQL register', () => {
  const REGISTER =
    'mutation ($input: RegisterInput!) { register(input: $input) { username firstName isAuthenticated } }';
  const input = {
    username: 'ana',
    firstName: 'ana',
    email: 'ana@example.com',
    password1: 'sesame 77',
    password2: 'sesame 77',
  };

  test('creates the account and does not sign in', async () => {
    const app = await createTestApp();
    const answer = await app.browser().graphql(REGISTER, { input });
    expect(answer.json()).toEqual({
      data: { register: { username: 'ana', firstName: 'Ana', isAuthenticated: false } },
    });
  });

  test('has the same checks, named by the fields of its input', async () => {
    const app = await createTestApp();
    const answer = await app.browser().graphql(REGISTER, { input: { ...input, username: '12', firstName: '' } });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: [
        {
          extensions: {
            code: 'BAD_USER_INPUT',
            fields: {
              username: ['O nome de usuário não pode ter apenas números.'],
              firstName: ['Este campo é obrigatório.'],
            },
          },
        },
      ],
    });
  });

  test('rejects text that is none', async () => {
    const app = await createTestApp();
    const torn = { ...input, firstName: '\ud800x', password1: '\ud800aaaaaaaa', password2: '\ud800aaaaaaaa' };
    const answer = await app.browser().graphql(REGISTER, { input: torn });
    expect(answer.status).toBe(400);
    const [error] = answer.json<{ errors: { extensions: { fields: object } }[] }>().errors;
    expect(Object.keys(error?.extensions.fields ?? {})).toEqual(['firstName', 'password1', 'password2']);
  });

  test('rejects fields that it does not know', async () => {
    const app = await createTestApp();
    const answer = await app.browser().graphql(REGISTER, { input: { ...input, isStaff: true } });
    expect(answer.status).toBe(400);
    expect(await users(app)).toEqual([]);
  });
});

describe('the first name as stored', () => {
  test.each([
    ['ana maria', 'Ana Maria'],
    ['ANA MARIA', 'Ana Maria'],
    ['maria CLARA', 'Maria Clara'],
    ['McDonald', 'McDonald'],
    ['joão maria da silva', 'João Maria da Silva'],
    ['ángela  de la CRUZ', 'Ángela  de la Cruz'],
    ['JOÃO E MARIA DOS SANTOS', 'João e Maria dos Santos'],
    ['maria DA silva', 'Maria da Silva'],
    ['Maria Da Silva', 'Maria Da Silva'],
    ['maria E silva', 'Maria E Silva'],
    ['da silva', 'Da Silva'],
    ['ludwig van beethoven von und', 'Ludwig van Beethoven von Und'],
    ['dee dalila', 'Dee Dalila'],
    [' ana ', 'Ana'],
    ['a', 'A'],
    ['李', '李'],
    ['ß'.repeat(3), 'ßßß'],
  ])('%j becomes %j', (typed, stored) => {
    expect(capitaliseName(typed)).toBe(stored);
  });
});
