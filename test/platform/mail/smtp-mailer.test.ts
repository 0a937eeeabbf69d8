import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AccessTokens } from '../../../src/platform/mail/access-tokens.js';
import { chooseTls, openMailer } from '../../../src/platform/mail/open-mailer.js';
import { SmtpMailer } from '../../../src/platform/mail/smtp-mailer.js';
import { NotSent, Rejected } from '../../../src/platform/outbox/delivery-failure.js';
import { readSettings } from '../../../src/settings/settings.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import {
  type FakeMailProvider,
  headerOf,
  MAIL_SECRETS,
  partOf,
  startFakeMailProvider,
} from '../../support/fakes/fake-mail-provider.js';
import { freePort } from '../../support/processes/free-port.js';

const mail = {
  messageId: '<one@example.com>',
  to: 'ana@example.com',
  date: new Date('2026-01-02T03:04:05Z'),
  subject: 'Sua conta está pronta',
  text: 'Olá.\n\n.\nFim.',
  html: '<p>Olá.</p>',
};

/** Creates a mailer that uses the provider, with a clock that is stopped. */
function createMailer({ environment }: Pick<FakeMailProvider, 'environment'>, more: Record<string, string> = {}) {
  return mailerWith({ ...environment, ...more });
}

/** Creates a mailer that logs in with a password. */
function createPasswordMailer({ passwordEnvironment }: FakeMailProvider, more: Record<string, string> = {}) {
  return mailerWith({ ...passwordEnvironment, ...more });
}

function mailerWith(environment: Record<string, string>) {
  const clock = new FakeClock();
  const email = readSettings(environment).email as NonNullable<ReturnType<typeof readSettings>['email']>;
  const mailer = openMailer(email, clock);
  const send = (changes: Partial<typeof mail> = {}, signal = new AbortController().signal) =>
    mailer.send({ ...mail, ...changes }, signal);
  const failure = async (changes: Partial<typeof mail> = {}, signal?: AbortSignal) => {
    const outcome = await send(changes, signal).catch((error: unknown) => error);
    return outcome as NotSent | Rejected;
  };
  const check = () => mailer.check(new AbortController().signal);
  return { clock, send, failure, check };
}

describe('sending over SMTP (contract 7)', () => {
  test('one mail arrives whole: text and HTML, to one recipient, with its own Message-ID', async () => {
    const provider = await startFakeMailProvider();
    await createMailer(provider).send();
    const [received] = provider.received;
    if (!received) throw new Error('nothing was received');
    expect(received).toMatchObject({ from: 'vigia@example.com', to: ['ana@example.com'] });
    expect(headerOf(received, 'Message-ID')).toBe('<one@example.com>');
    expect(headerOf(received, 'From')).toBe('Vigia <vigia@example.com>');
    expect(headerOf(received, 'To')).toBe('ana@example.com');
    expect(headerOf(received, 'Date')).toBe('Fri, 02 Jan 2026 03:04:05 +0000');
    expect(headerOf(received, 'Auto-Submitted')).toBe('auto-generated');
    expect(received.raw).toContain('Content-Type: multipart/alternative');
    expect(partOf(received, 'text/plain')).toBe('Olá.\n\n.\nFim.');
    expect(partOf(received, 'text/html')).toBe('<p>Olá.</p>');
  });

  test('it logs in with an access token, which is used until it ends and then renewed', async () => {
    const provider = await startFakeMailProvider();
    const { clock, send } = createMailer(provider);
    await send();
    expect(Object.fromEntries(provider.tokens.calls[0] ?? [])).toEqual({
      grant_type: 'refresh_token',
      client_id: 'client-of-the-tests',
      client_secret: MAIL_SECRETS.clientSecret,
      refresh_token: MAIL_SECRETS.refreshToken,
    });
    // The token expires after 3,599 s and is no longer used in its last minute.
    await clock.advance({ ms: 3_538_999 });
    await send();
    await clock.advance({ ms: 1 });
    await send();
    expect(provider.received.map(({ token }) => token)).toEqual(['ya29.token-1', 'ya29.token-1', 'ya29.token-2']);
  });

  test('a token that ends before its time is renewed at once', async () => {
    const provider = await startFakeMailProvider();
    const { send } = createMailer(provider);
    await send();
    provider.tokens.valid.clear();
    await send();
    expect(provider.received.map(({ token }) => token)).toEqual(['ya29.token-1', 'ya29.token-2']);
  });

  test.each([
    ['smtp.gmail.com', 587, 'required'],
    ['smtp.gmail.com', 465, 'implicit'],
    ['192.168.0.7', 25, 'required'],
    ['mail.localhost.example', 587, 'required'],
    ['127.0.0.1', 587, 'offered'],
    ['localhost', 1025, 'offered'],
    ['::1', 25, 'offered'],
  ])('%s:%i is reached with TLS %s', (host, port, tls) => {
    expect(chooseTls({ host, port, tls: undefined })).toBe(tls);
  });

  test.each([
    ['starttls', 'required'],
    ['tls', 'implicit'],
    ['none', 'none'],
  ] as const)('EMAIL_TLS=%s means TLS %s, whatever the port', (word, tls) => {
    for (const port of [25, 465]) expect(chooseTls({ host: 'localhost', port, tls: word })).toBe(tls);
  });

  test('a server on this machine is spoken to inside TLS where it offers it', async () => {
    const provider = await startFakeMailProvider({ disabledCommands: [], allowInsecureAuth: false });
    await createMailer(provider).send();
    expect(provider.received).toHaveLength(1);
  });
});

describe('a password in place of OAuth 2.0', () => {
  test('a mail arrives, and no access token is asked for', async () => {
    const provider = await startFakeMailProvider();
    await createPasswordMailer(provider).send();
    expect(provider.received).toMatchObject([{ from: 'vigia@example.com', to: ['ana@example.com'], token: '' }]);
    expect(provider.tokens.calls).toEqual([]);
  });

  test('a wrong one is refused once, and no form of it is repeated', async () => {
    const provider = await startFakeMailProvider();
    const logins: string[] = [];
    const password = 'wrong';
    const forms = [password, Buffer.from(password).toString('base64')];
    provider.at('login', (login) => {
      logins.push(login);
      return { code: 535, text: `5.7.8 not ${forms.join(' or ')}` };
    });
    const rejected = await createPasswordMailer(provider, { EMAIL_HOST_PASSWORD: password }).failure();
    expect(rejected).toMatchObject({ isProviderFault: true, message: 'login_refused: 535 5.7.8 not … or …' });
    expect(logins).toEqual([password]);
  });

  test('EMAIL_TLS=starttls sends nothing to a server that offers no TLS', async () => {
    const provider = await startFakeMailProvider();
    const logins: string[] = [];
    provider.at('login', (login) => void logins.push(login));
    const { send, failure } = createPasswordMailer(provider, { EMAIL_TLS: 'starttls' });
    expect(await failure()).toMatchObject({ reason: 'no_tls' });
    expect([logins, provider.received]).toEqual([[], []]);
    // The same server without the requirement takes it.
    await createPasswordMailer(provider).send();
    await expect(send()).rejects.toThrow(NotSent);
    expect(provider.received).toHaveLength(1);
  });

  test.each([
    ['starttls', { disabledCommands: [], allowInsecureAuth: false }, true],
    ['tls', { secure: true }, true],
    ['none', { disabledCommands: [] }, false],
  ] as const)('EMAIL_TLS=%s is how the connection is made', async (tls, options, isEncrypted) => {
    const secured: boolean[] = [];
    const provider = await startFakeMailProvider({
      ...options,
      disabledCommands: [...('disabledCommands' in options ? options.disabledCommands : ['STARTTLS'])],
      onMailFrom: (_address, { secure }, callback) => {
        secured.push(secure);
        callback();
      },
    });
    await createPasswordMailer(provider, { EMAIL_TLS: tls }).send();
    expect(secured).toEqual([isEncrypted]);
  });
});

describe('a check of the connection', () => {
  test.each(['environment', 'passwordEnvironment'] as const)('logs in and sends no mail: %s', async (kind) => {
    const provider = await startFakeMailProvider();
    const logins: string[] = [];
    provider.at('login', (login) => void logins.push(login));
    await mailerWith(provider[kind]).check();
    expect(logins).toHaveLength(1);
    expect(provider.received).toEqual([]);
  });

  test('fails as sending would', async () => {
    const provider = await startFakeMailProvider();
    provider.at('login', () => ({ code: 535, text: 'No' }));
    await expect(createPasswordMailer(provider).check()).rejects.toMatchObject({ message: 'login_refused: 535 No' });
    await expect(createMailer(provider).check()).rejects.toMatchObject({ message: 'login_refused: 535 No' });
    const port = { EMAIL_PORT: String(await freePort()) };
    await expect(createPasswordMailer(provider, port).check()).rejects.toMatchObject({ reason: 'no_connection' });
  });
});

describe('what does not arrive', () => {
  test('a login that is rejected also with a new token lies with the provider', async () => {
    const provider = await startFakeMailProvider();
    const { send, failure } = createMailer(provider);
    await send();
    provider.at('login', () => ({ code: 535, text: `5.7.8 ${MAIL_SECRETS.refreshToken} not accepted` }));
    const rejected = await failure();
    expect(rejected).toBeInstanceOf(NotSent);
    expect(rejected).toMatchObject({ isProviderFault: true, message: 'login_refused: 535 5.7.8 … not accepted' });
    expect(provider.tokens.calls).toHaveLength(2);
    provider.acceptsAll();
    await send();
    expect(provider.tokens.calls).toHaveLength(3);
  });

  test.each([
    ['sender', 550, 'refused: MAIL FROM: 550 No'],
    ['recipient', 550, 'refused: RCPT TO: 550 No'],
    ['message', 554, 'refused: DATA: 554 No'],
  ] as const)('a refusal of the %s for good is one', async (stage, code, reason) => {
    const provider = await startFakeMailProvider();
    provider.at(stage, () => ({ code, text: 'No' }));
    const rejected = await createMailer(provider).failure();
    expect(rejected).toBeInstanceOf(Rejected);
    expect(rejected.message).toBe(reason);
  });

  test.each([
    ['sender', 451, false, 'put_off: MAIL FROM: 451 Later'],
    ['recipient', 450, false, 'put_off: RCPT TO: 450 Later'],
    ['message', 452, false, 'put_off: DATA: 452 Later'],
    ['recipient', 421, true, 'no_connection: 421 Later'],
    ['sender', 530, true, 'login_refused: 530 Later'],
    ['connect', 554, true, 'no_connection: 554 Later'],
  ] as const)('%s %i may pass', async (stage, code, isProviderFault, reason) => {
    const provider = await startFakeMailProvider();
    provider.at(stage, () => ({ code, text: 'Later' }));
    const failure = await createMailer(provider).failure();
    expect(failure).toBeInstanceOf(NotSent);
    expect(failure).toMatchObject({ isProviderFault, message: reason });
  });

  test('nothing listens', async () => {
    const provider = await startFakeMailProvider();
    const { failure } = createMailer(provider, { EMAIL_PORT: String(await freePort()) });
    expect(await failure()).toMatchObject({ isProviderFault: true, message: 'no_connection: ECONNREFUSED' });
  });

  test.each(['connect', 'login', 'recipient', 'message'] as const)(
    'a server that stalls at %s is left',
    async (stage) => {
      const provider = await startFakeMailProvider();
      provider.at(stage, () => 'stall');
      const call = new AbortController();
      const reached = provider.reached(stage);
      const failure = createMailer(provider).failure({}, call.signal);
      await reached;
      call.abort();
      expect(await failure).toBeInstanceOf(NotSent);
      expect(provider.received).toEqual([]);
    },
  );

  test.each([
    ['a refusal', 400, '{"error":"invalid_grant","error_description":"Bad Request"}', 'status 400 invalid_grant'],
    ['a failure', 500, '<html>oops</html>', 'status 500'],
    ['garbage', 200, '\u0000\ud800{', 'the answer was not understood'],
    ['another object', 200, '{"access_token":{"a":1}}', 'the answer was not understood'],
    ['a token with a line break', 200, '{"access_token":"a\\r\\nb"}', 'the answer was not understood'],
    ['too much', 200, 'x'.repeat(64 * 1024 + 1), 'the answer is too large'],
  ])('no access token: %s', async (_name, status, body, reason) => {
    const provider = await startFakeMailProvider();
    provider.tokens.answersWith((response) => void response.writeHead(status).end(body));
    const failure = await createMailer(provider).failure();
    expect(failure).toMatchObject({ isProviderFault: true, message: `no_access_token: ${reason}` });
  });

  test('the secrets are taken to no other address', async () => {
    const [provider, other] = [await startFakeMailProvider(), await startFakeMailProvider()];
    provider.tokens.answersWith((response) => void response.writeHead(307, { location: other.tokens.url }).end());
    expect((await createMailer(provider).failure()).message).toBe('no_access_token: status 307');
    expect(other.tokens.calls).toEqual([]);
  });

  test('a token endpoint that does not answer is given up after ten seconds', async () => {
    const provider = await startFakeMailProvider();
    const requested = new Promise<void>((resolve) => provider.tokens.answersWith(() => resolve()));
    const { clock, failure } = createMailer(provider);
    const outcome = failure();
    await requested;
    await clock.advance({ ms: 9999 });
    expect(clock.running).toBe(1);
    await clock.advance({ ms: 1 });
    expect(await outcome).toMatchObject({ message: 'no_access_token: no answer in time' });
  });

  test('no mail and no token goes in clear to a server that must offer TLS and does not', async () => {
    const provider = await startFakeMailProvider();
    const clock = new FakeClock();
    const secrets = { ...MAIL_SECRETS, clientId: 'c', tokenUrl: provider.tokens.url };
    const logins: string[] = [];
    provider.at('login', (token) => void logins.push(token));
    for (const tls of ['required', 'implicit'] as const) {
      const mailer = new SmtpMailer({
        host: '127.0.0.1',
        port: provider.port,
        tls,
        isLocal: false,
        user: 'u',
        from: { name: 'Vigia', address: 'vigia@example.com' },
        login: { tokens: new AccessTokens({ ...secrets, clock }) },
        secrets: [],
      });
      await expect(mailer.send(mail, new AbortController().signal)).rejects.toThrow(NotSent);
    }
    expect([logins, provider.received]).toEqual([[], []]);
  });
});

describe('one recipient, and no header from a name (promise 29)', () => {
  const spiteful = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 254, size: 'max' }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '\r\n',
            '\n',
            '\r',
            ',',
            ';',
            '<',
            '>',
            '"',
            '\\',
            ':',
            '@',
            '(',
            ')',
            ' ',
            '\u2028',
            '=?utf-8?Q?',
            '?=',
            '\0',
          ),
          fc.constantFrom(
            'Bcc: x@evil.example',
            'x@evil.example',
            'ana',
            '日本',
            '𝒜',
            '\u202e',
            'RCPT TO:<x@evil.example>',
          ),
        ),
        { minLength: 1, maxLength: 20 },
      )
      .map((parts) => parts.join('')),
  );
  const HEADERS = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Auto-Submitted', 'Content-Type'];

  test('whatever an address holds, the mail has one recipient or none', async () => {
    const provider = await startFakeMailProvider();
    const { send } = createMailer(provider);
    const recipients: string[] = [];
    provider.at('recipient', (address) => void recipients.push(address));
    const addresses = fc.oneof(
      spiteful,
      fc.tuple(spiteful, spiteful).map(([a, b]) => `${a}@${b}`),
    );
    await fc.assert(
      fc.asyncProperty(addresses, async (address) => {
        recipients.length = 0;
        provider.received.length = 0;
        const rejected = await send({ to: address }).catch((error: unknown) => error);
        if (rejected) expect(rejected).toBeInstanceOf(Rejected);
        expect(recipients.length).toBeLessThanOrEqual(1);
        for (const received of provider.received) {
          expect(received.headers.map((line) => line.split(':')[0]).sort()).toEqual([...HEADERS].sort());
        }
        for (const one of recipients) expect(address).not.toContain(`${one},`);
        if (/[\s,;<>"]|@.*@/.test(address)) expect(recipients).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('an address of 254 characters is written to, one of 255 is not', async () => {
    // Uses lenient parsing because the provider's own default limit is one character lower.
    const provider = await startFakeMailProvider({ lenientAddressParsing: true });
    const { send, failure } = createMailer(provider);
    const domain = ['b', 'c', 'd'].map((letter) => letter.repeat(60)).join('.');
    const address = (length: number) => `${'a'.repeat(64)}@${'e'.repeat(length - 250)}.${domain}.c`;
    await send({ to: address(254) });
    expect(provider.received[0]?.to).toEqual([address(254)]);
    expect(await failure({ to: address(255) })).toBeInstanceOf(Rejected);
  });
});
