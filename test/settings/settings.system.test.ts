import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError, settingNames } from '../../src/settings/settings.js';

const KEY = 'k3y-of-the-operator-with-enough-of-it';

const MAIL = {
  EMAIL_MODE: 'true',
  EMAIL_HOST_USER: 'vigia@example.com',
  DEFAULT_FROM_EMAIL: 'Vigia da Ana <no-reply@example.com>',
  GOOGLE_OAUTH2_CLIENT_ID: 'client',
  GOOGLE_OAUTH2_CLIENT_SECRET: 'GOCSPX-secret',
  GOOGLE_OAUTH2_REFRESH_TOKEN: '1//token',
};

describe('settings (contract 9)', () => {
  test('have the defaults of the contract', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 8000,
      publicUrl: 'http://localhost:8000',
      allowedHosts: [],
      dataDir: resolve('data'),
      database: { kind: 'sqlite', file: resolve('data/vigia.sqlite') },
      secretKey: undefined,
      trustProxy: [],
      corsOrigins: [],
      email: undefined,
      contact: undefined,
      startRegistration: 'OPEN',
      newAccountsSee: 'ALL',
      publicTerms: false,
      publicConverter: false,
      ai: {
        enabled: false,
        apiKey: undefined,
        model: 'gemini-3.5-flash-lite',
        baseUrl: 'https://generativelanguage.googleapis.com',
        timeoutMs: 8000,
      },
      webhookAllowedNetworks: [],
      scrapeAllowedNetworks: [],
      disposableDomainsFile: undefined,
      monitoredPath: resolve('data'),
      metricsIntervalMs: 5000,
      historyDays: { samples: 30, minutes: 90, hours: 730 },
      logLevel: 'info',
    });
  });

  test('are read from variables', () => {
    expect(
      readSettings({
        HOST: '0.0.0.0',
        PORT: '8080',
        PUBLIC_URL: 'https://vigia.example/',
        ALLOWED_HOSTS: 'Vigia.lan, other.example',
        DATA_DIR: '/var/lib/vigia',
        DATABASE_URL: 'postgresql://vigia:pw@db/vigia',
        SECRET_KEY: KEY,
        TRUST_PROXY: '10.0.0.0/8, ::1',
        CORS_ORIGINS: 'https://a.example, http://localhost:3000/',
        ...MAIL,
        EMAIL_HOST: 'mail.example.com',
        EMAIL_PORT: '465',
        EMAIL_OAUTH2_TOKEN_URL: 'https://login.example.com/token?tenant=1',
        CONTACT: ' Ana, sala 12 ',
        REGISTRATION: 'Invite',
        NEW_ACCOUNTS_SEE: 'none',
        PUBLIC_TERMS: 'TRUE',
        PUBLIC_CONVERTER: 'true',
        AI_MODE: 'True',
        GEMINI_API_KEY: 'AIza-key',
        AI_MODEL: 'tunedModels/mine',
        AI_BASE_URL: 'http://gateway.example:8080/gemini/',
        AI_TIMEOUT_MS: '5000',
        WEBHOOK_ALLOWED_NETWORKS: '192.168.0.0/16, fd00::5',
        SCRAPE_ALLOWED_NETWORKS: '127.0.0.0/8',
        DISPOSABLE_DOMAINS_FILE: '/etc/vigia/domains.txt',
        MONITORED_PATH: '/srv',
        METRICS_INTERVAL_MS: '1000',
        HISTORY_SAMPLES_DAYS: '1',
        HISTORY_MINUTES_DAYS: '2',
        HISTORY_HOURS_DAYS: '3650',
        LOG_LEVEL: 'debug',
        LOG_FORMAT: 'text',
      }),
    ).toEqual({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://vigia.example',
      allowedHosts: ['vigia.lan', 'other.example'],
      dataDir: '/var/lib/vigia',
      database: { kind: 'postgresql', url: 'postgresql://vigia:pw@db/vigia' },
      secretKey: KEY,
      trustProxy: ['10.0.0.0/8', '::1'],
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      email: {
        host: 'mail.example.com',
        port: 465,
        user: 'vigia@example.com',
        from: { name: 'Vigia da Ana', address: 'no-reply@example.com' },
        login: {
          clientId: 'client',
          clientSecret: 'GOCSPX-secret',
          refreshToken: '1//token',
          tokenUrl: 'https://login.example.com/token?tenant=1',
        },
      },
      contact: 'Ana, sala 12',
      startRegistration: 'INVITE',
      newAccountsSee: 'NONE',
      publicTerms: true,
      publicConverter: true,
      ai: {
        enabled: true,
        apiKey: 'AIza-key',
        model: 'tunedModels/mine',
        baseUrl: 'http://gateway.example:8080/gemini',
        timeoutMs: 5000,
      },
      webhookAllowedNetworks: ['192.168.0.0/16', 'fd00::5'],
      scrapeAllowedNetworks: ['127.0.0.0/8'],
      disposableDomainsFile: '/etc/vigia/domains.txt',
      monitoredPath: '/srv',
      metricsIntervalMs: 1000,
      historyDays: { samples: 1, minutes: 2, hours: 3650 },
      logLevel: 'debug',
      logFormat: 'text',
    });
  });

  test('the port is part of the public address, the folder of the database', () => {
    const settings = readSettings({ PORT: '9000', DATA_DIR: '/x' });
    expect(settings.publicUrl).toBe('http://localhost:9000');
    expect(settings.database).toEqual({ kind: 'sqlite', file: '/x/vigia.sqlite' });
    expect(settings.monitoredPath).toBe('/x');
  });

  test.each([
    [{ TLS: 'auto' }, { kind: 'auto' }],
    [
      { TLS_CERT_FILE: '/c.pem', TLS_KEY_FILE: '/k.pem' },
      { kind: 'files', certFile: '/c.pem', keyFile: '/k.pem' },
    ],
  ])('with TLS (%o) the public address is https', (environment, tls) => {
    expect(readSettings(environment)).toMatchObject({ tls, publicUrl: 'https://localhost:8000' });
    expect(readSettings({ TLS: 'off', TLS_CERT_FILE: '/c.pem', TLS_KEY_FILE: '/k.pem' })).toMatchObject({
      tls: undefined,
      publicUrl: 'http://localhost:8000',
    });
  });

  test.each([
    [{ TLS: 'auto', PUBLIC_URL: 'http://vigia.lan' }, 'PUBLIC_URL must begin with https://, since TLS is on'],
    [{ TLS: 'on' }, 'TLS must be one of auto, off'],
    [{ TLS_CERT_FILE: '/c.pem' }, 'TLS_KEY_FILE is missing: TLS needs both files'],
    [{ TLS_KEY_FILE: '/k.pem' }, 'TLS_CERT_FILE is missing: TLS needs both files'],
    [
      { TLS: 'auto', TLS_CERT_FILE: '/c.pem', TLS_KEY_FILE: '/k.pem' },
      'TLS=auto must be left out where TLS_CERT_FILE and TLS_KEY_FILE name a certificate',
    ],
  ])('%o is refused', (environment, fault) => {
    expect(findFaults(environment)).toEqual([fault]);
  });

  test('an empty variable counts as absent', () => {
    expect(readSettings({ PORT: '', SECRET_KEY: ' ' })).toEqual(readSettings({}));
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '8e3'],
    ['PUBLIC_URL', 'vigia.example'],
    ['PUBLIC_URL', 'ftp://vigia.example'],
    ['PUBLIC_URL', 'https://vigia.example/path'],
    ['HISTORY_SAMPLES_DAYS', '0'],
    ['HISTORY_HOURS_DAYS', '3651'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['SECRET_KEY', 'a'.repeat(31)],
    ['SECRET_KEY', 'a'.repeat(64)],
    ['SECRET_KEY', 'please-change-me-please-change-me-0'],
    ['SECRET_KEY', 'django-insecure-abcdefghijklmnopqrstuvwxyz'],
    ['ALLOWED_HOSTS', 'https://x.example/'],
    ['ALLOWED_HOSTS', 'a b'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '::1/129'],
    ['WEBHOOK_ALLOWED_NETWORKS', 'intranet.example'],
    ['WEBHOOK_ALLOWED_NETWORKS', '10.0.0.0/33'],
    ['SCRAPE_ALLOWED_NETWORKS', 'localhost'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['EMAIL_MODE', '1'],
    ['EMAIL_HOST', 'https://smtp.example'],
    ['EMAIL_HOST', 'smtp.example:25'],
    ['EMAIL_PORT', '0'],
    ['EMAIL_TLS', 'ssl'],
    ['EMAIL_HOST_PASSWORD', 'my\u0001KEY'],
    ['EMAIL_HOST_USER', 'a b'],
    ['EMAIL_HOST_USER', 'a\u0001b'],
    ['DEFAULT_FROM_EMAIL', 'Vigia'],
    ['DEFAULT_FROM_EMAIL', 'a@b.example, c@d.example'],
    ['DEFAULT_FROM_EMAIL', 'Vigia\nBcc: x <a@b.example>'],
    ['DEFAULT_FROM_EMAIL', 'A <a@b.example> B <c@d.example>'],
    ['GOOGLE_OAUTH2_CLIENT_SECRET', 'my KEY'],
    ['GOOGLE_OAUTH2_REFRESH_TOKEN', '1//ü'],
    ['EMAIL_OAUTH2_TOKEN_URL', 'http://oauth2.example/token'],
    ['EMAIL_OAUTH2_TOKEN_URL', 'http://127.0.0.1.example/token'],
    ['EMAIL_OAUTH2_TOKEN_URL', 'https://user:pw@oauth2.example/token'],
    ['EMAIL_OAUTH2_TOKEN_URL', 'oauth2.example/token'],
    ['AI_MODE', 'yes'],
    ['GEMINI_API_KEY', 'AIza two'],
    ['GEMINI_API_KEY', 'AIza\u0000ü'],
    ['AI_MODEL', '../files'],
    ['AI_MODEL', 'gemini?key=x'],
    ['AI_BASE_URL', 'gateway.example'],
    ['AI_BASE_URL', 'file:///etc'],
    ['AI_BASE_URL', 'https://user:pw@gateway.example'],
    ['AI_BASE_URL', 'https://gateway.example/?key=x'],
    ['AI_TIMEOUT_MS', '99'],
    ['AI_TIMEOUT_MS', '30001'],
    ['METRICS_INTERVAL_MS', '249'],
    ['METRICS_INTERVAL_MS', '60001'],
    ['METRICS_INTERVAL_MS', '5s'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
  ])('%s=%s is one line that names it, and never a secret', (name, value) => {
    const faults = findFaults({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} (must|is) `));
    if (/KEY|SECRET|PASSWORD|TOKEN$/.test(name)) expect(faults[0]).not.toContain(value);
  });

  test('mail that is on and lacks something is a line for each thing', () => {
    expect(findFaults({ EMAIL_MODE: 'true', GOOGLE_OAUTH2_CLIENT_ID: 'client' })).toEqual(
      ['EMAIL_HOST_USER', 'DEFAULT_FROM_EMAIL', 'GOOGLE_OAUTH2_CLIENT_SECRET', 'GOOGLE_OAUTH2_REFRESH_TOKEN'].map(
        (name) => `${name} must be set while EMAIL_MODE is true`,
      ),
    );
    expect(findFaults({ ...MAIL, DEFAULT_FROM_EMAIL: '', EMAIL_MODE: 'false' })).toEqual([]);
  });

  const PLAIN = {
    EMAIL_MODE: 'true',
    EMAIL_HOST: 'mail.example.com',
    EMAIL_HOST_USER: 'vigia@example.com',
    EMAIL_HOST_PASSWORD: 'abcd efgh',
    DEFAULT_FROM_EMAIL: 'vigia@example.com',
  };

  test('mail may log in with a password in place of OAuth 2.0', () => {
    expect(readSettings({ ...PLAIN, EMAIL_TLS: 'tls' }).email).toMatchObject({
      tls: 'tls',
      user: 'vigia@example.com',
      login: { password: 'abcd efgh' },
    });
    expect(readSettings({ ...PLAIN, EMAIL_TLS: 'none', EMAIL_HOST: '127.0.0.1' }).email?.tls).toBe('none');
  });

  test.each([
    [{ EMAIL_HOST_PASSWORD: '' }, /^EMAIL_HOST_PASSWORD must be set .* GOOGLE_OAUTH2_CLIENT_ID, /],
    [{ GOOGLE_OAUTH2_CLIENT_ID: 'c', GOOGLE_OAUTH2_CLIENT_SECRET: 's', GOOGLE_OAUTH2_REFRESH_TOKEN: 't' }, /left out/],
    [{ EMAIL_HOST_USER: '' }, /^EMAIL_HOST_USER must be set/],
    [{ EMAIL_TLS: 'none' }, /^EMAIL_TLS must be starttls or tls/],
    [{ EMAIL_TLS: 'none', EMAIL_HOST: '192.168.0.7' }, /^EMAIL_TLS must be starttls or tls/],
  ])('half settings are one line that says what to do: %j', (changes, fault) => {
    expect(findFaults({ ...PLAIN, ...changes })).toEqual([expect.stringMatching(fault)]);
    expect(findFaults({ ...PLAIN, ...changes, EMAIL_MODE: 'false' })).toEqual([]);
  });

  test.each([
    ['vigia@example.com', { name: 'Vigia', address: 'vigia@example.com' }],
    ['"Ana, Bia" <vigia@localhost>', { name: 'Ana, Bia', address: 'vigia@localhost' }],
    ['<vigia@example.com>', { name: 'Vigia', address: 'vigia@example.com' }],
  ])('the sender %j', (value, from) => {
    expect(readSettings({ ...MAIL, DEFAULT_FROM_EMAIL: value }).email?.from).toEqual(from);
  });

  test('a token may come in clear from this machine', () => {
    for (const host of ['127.0.0.1:9000', 'localhost', '[::1]:1']) {
      const EMAIL_OAUTH2_TOKEN_URL = `http://${host}/token`;
      expect(readSettings({ ...MAIL, EMAIL_OAUTH2_TOKEN_URL }).email?.login).toMatchObject({
        tokenUrl: EMAIL_OAUTH2_TOKEN_URL,
      });
    }
  });

  test('every fault is reported at once', () => {
    expect(findFaults({ PORT: 'x', LOG_LEVEL: 'y', SECRET_KEY: 'z' }).map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'SECRET_KEY',
      'LOG_LEVEL',
    ]);
  });
});

describe('the list of settings', () => {
  test('.env.example names every setting that works and no other, and holds only good values', () => {
    const text = readFileSync('.env.example', 'utf8');
    const listed = [...text.matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed).toEqual(settingNames());
    // The file is valid both as shipped and with every setting uncommented.
    expect(readSettings(parseEnv(text))).toEqual(readSettings({}));
    expect(() => readSettings(parseEnv(text.replace(/^# ?([A-Z0-9_]+=)/gm, '$1')))).not.toThrow();
  });

  test.each(['docs/settings.md', 'docs/contract.md'])('%s names every setting that works and no other', (page) => {
    const [, table = ''] =
      /^\| variable \| default \| meaning \|\n((?:\|.*\n)+)/m.exec(readFileSync(page, 'utf8')) ?? [];
    expect([...table.matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(([, name]) => name)).toEqual(settingNames());
  });
});

function findFaults(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
  }
  return [];
}
