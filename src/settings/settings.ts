import { resolve } from 'node:path';
import type { NewAccounts } from '../shared/identity/new-accounts.js';
import { type LogFormat, type LogLevel, logFormats, logLevels } from '../shared/logger.js';
import { type EmailSettings, readEmail } from './email-settings.js';
import { type Environment, EnvironmentReader } from './environment-reader.js';
import { type OidcSettings, readOidc } from './oidc-settings.js';
import {
  baseUrl,
  hostList,
  httpsOrigin,
  networkList,
  oneOf,
  oneWord,
  origin,
  originList,
  shownText,
  text,
  trueOrFalse,
  wholeNumber,
} from './parsers.js';
import { readTls, type TlsSettings } from './tls-settings.js';

/** Location of the database (contract 9, `DATABASE_URL`). */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgresql'; readonly url: string };

export interface AiSettings {
  readonly enabled: boolean;
  /** A secret. If undefined, no provider is called. */
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Scheme, host and optionally a path; no trailing slash. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** Initial registration mode, used until staff choose one: open, by invitation, or closed. */
type StartRegistration = 'OPEN' | 'INVITE' | 'CLOSED';

/** All of the operator's settings (contract 9), parsed and validated. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Undefined while the service speaks plain HTTP, as behind a proxy that has the certificate. */
  readonly tls: TlsSettings | undefined;
  /** Scheme, host and port as users see them; no trailing slash. */
  readonly publicUrl: string;
  /** The service's other host names, in lower case. */
  readonly allowedHosts: readonly string[];
  /** Absolute path of the only folder that the service writes to. */
  readonly dataDir: string;
  readonly database: DatabaseLocation;
  /** Key given by the operator; if undefined, one is generated in `dataDir`. */
  readonly secretKey: string | undefined;
  /** Addresses and CIDRs of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Undefined while `EMAIL_MODE` is false; no mail is queued or sent then. */
  readonly email: EmailSettings | undefined;
  /** Contact for users who have forgotten their password or want an account; undefined if none is given. */
  readonly contact: string | undefined;
  readonly startRegistration: StartRegistration;
  /** Machines that new accounts see until staff decide. */
  readonly newAccountsSee: NewAccounts;
  /** Undefined while no provider is set; people then sign in here only. */
  readonly oidc: OidcSettings | undefined;
  readonly publicTerms: boolean;
  readonly publicConverter: boolean;
  readonly ai: AiSettings;
  /** Private or local addresses and CIDRs that channels are still allowed to send to. */
  readonly webhookAllowedNetworks: readonly string[];
  /** Addresses and CIDRs of this machine or its link that hosts may be read at. */
  readonly scrapeAllowedNetworks: readonly string[];
  /** Absolute path of the operator's own list of disposable domains. */
  readonly disposableDomainsFile: string | undefined;
  /** Path whose file system is reported as `memory_*`. */
  readonly monitoredPath: string;
  /** Name of this machine, overriding the one it reports; undefined if none is given. */
  readonly hostName: string | undefined;
  readonly metricsIntervalMs: number;
  /** Retention periods of samples, minutes and hours, in days. */
  readonly historyDays: { readonly samples: number; readonly minutes: number; readonly hours: number };
  readonly logLevel: LogLevel;
  /** If undefined, text on a terminal and JSON elsewhere. */
  readonly logFormat: LogFormat | undefined;
}

/** One or more variables have a bad value; `faults` has one line for each, never including the value of a secret. */
export class SettingsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'SettingsError';
  }
}

/**
 * Reads the settings from environment variables (contract 9). Empty variables count as absent.
 *
 * @throws {SettingsError} naming every variable that has a bad value.
 */
export function readSettings(environment: Environment): Settings {
  return read(new EnvironmentReader(environment));
}

/** Returns the names of all variables that {@link readSettings} reads, in the order of the documentation. */
export function settingNames(): readonly string[] {
  const reader = new EnvironmentReader({});
  read(reader);
  return reader.names;
}

function read(reader: EnvironmentReader): Settings {
  const host = reader.get('HOST', text, '127.0.0.1');
  const port = reader.get('PORT', wholeNumber(1, 65_535), 8000);
  const tls = readTls(reader);
  const publicUrl = reader.get('PUBLIC_URL', tls ? httpsOrigin : origin, `http${tls ? 's' : ''}://localhost:${port}`);
  const allowedHosts = reader.get('ALLOWED_HOSTS', hostList, []);
  const dataDir = resolve(reader.get('DATA_DIR', text, 'data'));
  const database = reader.get<DatabaseLocation>('DATABASE_URL', databaseLocation, {
    kind: 'sqlite',
    file: resolve(dataDir, 'vigia.sqlite'),
  });
  const secretKey = reader.get<string | undefined>('SECRET_KEY', strongSecret, undefined);
  const trustProxy = reader.get('TRUST_PROXY', networkList, []);
  const corsOrigins = reader.get('CORS_ORIGINS', originList, []);
  const email = readEmail(reader);
  const contact = reader.get<string | undefined>('CONTACT', shownText, undefined);
  const startRegistration = reader.get('REGISTRATION', registrationMode, 'OPEN' as StartRegistration);
  const newAccountsSee = reader.get('NEW_ACCOUNTS_SEE', newAccountsChoice, 'ALL' as NewAccounts);
  const oidc = readOidc(reader);
  const publicTerms = reader.get('PUBLIC_TERMS', trueOrFalse, false);
  const publicConverter = reader.get('PUBLIC_CONVERTER', trueOrFalse, false);
  const ai = readAi(reader);
  const webhookAllowedNetworks = reader.get('WEBHOOK_ALLOWED_NETWORKS', networkList, []);
  const scrapeAllowedNetworks = reader.get('SCRAPE_ALLOWED_NETWORKS', networkList, []);
  const disposableDomainsFile = reader.get('DISPOSABLE_DOMAINS_FILE', resolve, undefined as string | undefined);
  const monitoredPath = resolve(reader.get('MONITORED_PATH', text, dataDir));
  const hostName = reader.get<string | undefined>('VIGIA_HOST_NAME', shownText, undefined);
  const metricsIntervalMs = reader.get('METRICS_INTERVAL_MS', wholeNumber(250, 60_000), 5000);
  const historyDays = {
    samples: reader.get('HISTORY_SAMPLES_DAYS', historyDaysNumber, 30),
    minutes: reader.get('HISTORY_MINUTES_DAYS', historyDaysNumber, 90),
    hours: reader.get('HISTORY_HOURS_DAYS', historyDaysNumber, 730),
  };
  const logLevel = reader.get<LogLevel>('LOG_LEVEL', oneOf(logLevels), 'info');
  const logFormat = reader.get<LogFormat | undefined>('LOG_FORMAT', oneOf(logFormats), undefined);
  if (reader.faults.length > 0) throw new SettingsError(reader.faults);
  return {
    host,
    port,
    tls,
    publicUrl,
    allowedHosts,
    dataDir,
    database,
    secretKey,
    trustProxy,
    corsOrigins,
    email,
    contact,
    startRegistration,
    newAccountsSee,
    oidc,
    publicTerms,
    publicConverter,
    ai,
    webhookAllowedNetworks,
    scrapeAllowedNetworks,
    disposableDomainsFile,
    monitoredPath,
    hostName,
    metricsIntervalMs,
    historyDays,
    logLevel,
    logFormat,
  };
}

function registrationMode(value: string): StartRegistration {
  const modes = { open: 'OPEN', invite: 'INVITE', closed: 'CLOSED' } as const;
  return modes[oneOf(Object.keys(modes) as (keyof typeof modes)[])(value.toLowerCase())];
}

function newAccountsChoice(value: string): NewAccounts {
  const choices = { all: 'ALL', none: 'NONE' } as const;
  return choices[oneOf(Object.keys(choices) as (keyof typeof choices)[])(value.toLowerCase())];
}

const historyDaysNumber = wholeNumber(1, 3650);

function readAi(reader: EnvironmentReader): AiSettings {
  return {
    enabled: reader.get('AI_MODE', trueOrFalse, false),
    apiKey: reader.get<string | undefined>('GEMINI_API_KEY', oneWord, undefined),
    model: reader.get('AI_MODEL', modelName, 'gemini-3.5-flash-lite'),
    baseUrl: reader.get('AI_BASE_URL', baseUrl, 'https://generativelanguage.googleapis.com'),
    timeoutMs: reader.get('AI_TIMEOUT_MS', wholeNumber(100, 30_000), 8000),
  };
}

/** Accepts a model name that can be part of a URL: `gemini-…`, or one in a folder, e.g. `tunedModels/…`. */
function modelName(value: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/.test(value)) throw new Error('must be the name of a model');
  return value;
}

function databaseLocation(value: string): DatabaseLocation {
  const file = /^sqlite:(.+)$/.exec(value)?.[1];
  if (file) return { kind: 'sqlite', file: file === ':memory:' ? file : resolve(file) };
  if (/^postgres(ql)?:\/\/./.test(value)) return { kind: 'postgresql', url: value };
  throw new Error('must be sqlite:<file> or postgresql://user:password@host:port/name');
}

const SECRET_KEY_MIN_LENGTH = 32;

function strongSecret(value: string): string {
  if (value.length < SECRET_KEY_MIN_LENGTH) {
    throw new Error(`must have at least ${SECRET_KEY_MIN_LENGTH} characters; leave it out to have one generated`);
  }
  if (new Set(value).size < 8 || /change.?me|django-insecure|secret.?key/i.test(value)) {
    throw new Error('is a sample or too uniform; leave it out to have one generated');
  }
  return value;
}
