import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Secrets known only to the provider and the service. */
export const MAIL_SECRETS = {
  clientSecret: 'GOCSPX-the-secret-of-the-tests',
  refreshToken: '1//the-refresh-token',
  password: 'abcd efgh ijkl mnop',
};

type Stage = 'connect' | 'login' | 'sender' | 'recipient' | 'message';

/** The server's reply at a stage; undefined means that it accepts, and `stall` that it never replies. */
type Reply = { readonly code: number; readonly text: string } | 'stall' | undefined;

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly token: string;
  readonly raw: string;
  /** Unfolded header lines. */
  readonly headers: readonly string[];
}

/** Returns a header's value, unfolded. @throws unless the header occurs exactly once. */
export function headerOf({ headers }: ReceivedMail, name: string): string {
  const found = headers.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  if (found.length !== 1) throw new Error(`${name} is there ${found.length} times`);
  return (found[0] ?? '').slice(name.length + 1).trim();
}

/** Returns a decoded part of a mail: `text/plain` or `text/html`. */
export function partOf({ raw }: ReceivedMail, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const part = raw.split(`--${boundary}`).find((candidate) => candidate.includes(`Content-Type: ${type}`)) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4).trimEnd();
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

/**
 * Starts a mail provider on this machine, with SMTP (XOAUTH2, and PLAIN for `passwordEnvironment`) and a token endpoint.
 * It ends with the test.
 */
export async function startFakeMailProvider(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const rules = new Map<Stage, (command: string) => Reply>();
  const arrivals = new Map<Stage, (() => void)[]>();
  const reply = (stage: Stage, command: string, callback: (error?: Error | null) => void) => {
    for (const resolve of arrivals.get(stage)?.splice(0) ?? []) resolve();
    const answer = rules.get(stage)?.(command);
    if (answer === 'stall') return;
    callback(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null);
  };
  const tokens = await startTokenEndpoint();
  const smtp = new SMTPServer({
    authMethods: ['XOAUTH2', 'PLAIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    socketTimeout: 600_000,
    onConnect: (session, callback) => reply('connect', session.remoteAddress, callback),
    onAuth: ({ username, password = '', accessToken = '' }, _session, callback) =>
      reply('login', password || accessToken, (error) => {
        if (!error && password === MAIL_SECRETS.password)
          return callback(null, { user: { username, accessToken: '' } });
        if (!error && password) return callback(Object.assign(new Error(`No ${password}`), { responseCode: 535 }));
        if (!error && tokens.valid.has(accessToken)) return callback(null, { user: { username, accessToken } });
        if (error) return callback(error);
        callback(null, { data: { status: '401', schemes: 'bearer' } });
      }),
    onMailFrom: ({ address }, _session, callback) => reply('sender', address, callback),
    onRcptTo: ({ address }, _session, callback) => reply('recipient', address, callback),
    onData: async (stream, { envelope, user }, callback) => {
      // The sender may be killed during the transfer.
      const bytes = await buffer(stream).catch(() => undefined);
      if (!bytes) return;
      const raw = bytes.toString('utf8');
      reply('message', raw, (error) => {
        if (!error) received.push(parseMail(raw, envelope, user));
        callback(error ?? null);
      });
    },
    ...options,
  });
  smtp.on('error', () => {});
  const port = await listen(smtp.server);
  onTestFinished(() => {
    for (const connection of smtp.connections) connection.close();
    smtp.close();
  });
  const server = {
    EMAIL_MODE: 'true',
    EMAIL_HOST: '127.0.0.1',
    EMAIL_PORT: String(port),
    EMAIL_HOST_USER: 'vigia@example.com',
    DEFAULT_FROM_EMAIL: 'Vigia <vigia@example.com>',
  };
  return {
    port,
    tokens,
    received,
    /** Settings that make a service use this provider. */
    environment: {
      ...server,
      GOOGLE_OAUTH2_CLIENT_ID: 'client-of-the-tests',
      GOOGLE_OAUTH2_CLIENT_SECRET: MAIL_SECRETS.clientSecret,
      GOOGLE_OAUTH2_REFRESH_TOKEN: MAIL_SECRETS.refreshToken,
      EMAIL_OAUTH2_TOKEN_URL: tokens.url,
    },
    /** The same with a password in place of OAuth 2.0. */
    passwordEnvironment: { ...server, EMAIL_HOST_PASSWORD: MAIL_SECRETS.password },
    at(stage: Stage, rule: (command: string) => Reply) {
      rules.set(stage, rule);
    },
    acceptsAll() {
      rules.clear();
    },
    /** Resolves when the next mail reaches a stage. */
    reached: (stage: Stage) =>
      new Promise<void>((resolve) => arrivals.set(stage, [...(arrivals.get(stage) ?? []), resolve])),
  };
}

export type FakeMailProvider = Awaited<ReturnType<typeof startFakeMailProvider>>;

function parseMail(
  raw: string,
  { mailFrom, rcptTo }: { mailFrom: { address: string } | false; rcptTo: readonly { address: string }[] },
  user: { accessToken: string },
): ReceivedMail {
  const header = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    token: user?.accessToken,
    raw,
    headers: header.split('\r\n'),
  };
}

async function startTokenEndpoint() {
  const calls: URLSearchParams[] = [];
  const valid = new Set<string>();
  const give = (response: ServerResponse, seconds = 3599) => {
    const token = `ya29.token-${calls.length}`;
    valid.add(token);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: token, expires_in: seconds, token_type: 'Bearer' }));
  };
  let answer: (response: ServerResponse) => void = give;
  const server = createServer(async (request, response) => {
    calls.push(new URLSearchParams(await text(request)));
    answer(response);
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${port}/token`,
    calls,
    valid,
    give,
    answersWith(next: (response: ServerResponse) => void) {
      answer = next;
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
