import { ownAddresses } from '../../features/monitoring/host/facts/own-addresses.js';
import type { TlsCertificate } from '../../platform/tls/tls-certificate.js';
import type { Environment } from '../../settings/environment-reader.js';
import { findSecretKey } from '../../settings/secret-key.js';
import { knownAddress } from '../../settings/service-address.js';
import { readSettings, type Settings, SettingsError } from '../../settings/settings.js';
import { isLoopback } from '../../shared/addresses/network.js';
import { readRuntimeFacts } from '../../shared/runtime-facts.js';
import type { ServiceAnswer } from './ask-service.js';
import { type CertificateCheck, checkCertificate } from './check-certificate.js';
import { type ClockReading, judgeClocks, readDateHeader } from './check-clock.js';
import { checkDataFolder } from './check-data-folder.js';
import { checkDatabase, type DatabaseCheck } from './check-database.js';
import { checkMail } from './check-mail.js';
import { checkPublicAddress, type PublicAddressCheck } from './check-public-address.js';
import { checkRuntime } from './check-runtime.js';
import { checkService } from './check-service.js';
import { checkSockets } from './check-sockets.js';
import { checkStoredSecrets } from './check-stored-secrets.js';
import { type Finding, findingsOn } from './finding.js';
import { judgeTrust } from './judge-forwarding.js';
import { isFinding, withinLimit } from './within-limit.js';

interface DiagnoseOptions {
  /** Receiver of a test mail; undefined sends none. */
  readonly sendTo: string | undefined;
}

/**
 * Finds what would keep Vigia from working, whether or not the service runs. Writes nothing, and asks nobody but the
 * service, its database and its mail server.
 */
export async function diagnose(environment: Environment, { sendTo }: DiagnoseOptions): Promise<readonly Finding[]> {
  const settings = tryToReadSettings(environment);
  if (Array.isArray(settings)) return [...settings, ...checkRuntime(readRuntimeFacts(), environment.TZ)];
  const secretKey = await withinLimit('secret key', () => findSecretKey(settings));
  const key = isFinding(secretKey) ? { secretKey: undefined, isKeyKnown: false } : { secretKey, isKeyKnown: true };
  const checked = await withinLimit('certificate', () => checkCertificate(settings));
  const { certificate, findings: ofCertificate }: CertificateCheck = isFinding(checked)
    ? { certificate: undefined, findings: [checked] }
    : checked;
  const deps = { settings, environment, certificate, ...key };
  // The database comes last, since SQLite blocks this process while it reads.
  const [network, mail, disk] = await Promise.all([
    checkNetwork(deps),
    withinLimit('mail', () => checkMail(settings, sendTo), { questions: 1 }),
    withinLimit('disk', () => checkDataFolder(settings)),
  ]);
  const stored = await checkStored(deps);
  return [
    judgeSettings(settings),
    ...ofCertificate,
    ...network.findings,
    judgeClocks([...network.clocks, ...stored.clocks]),
    ...flat(disk),
    ...(isFinding(secretKey) ? [secretKey] : checkKey(secretKey, stored.hasDatabase)),
    ...stored.findings,
    ...flat(mail),
    ...checkRuntime(network.direct?.report ?? readRuntimeFacts(), environment.TZ),
  ];
}

interface Deps {
  readonly settings: Settings;
  readonly environment: Environment;
  /** The certificate of a service that speaks TLS itself. */
  readonly certificate: TlsCertificate | undefined;
  /** Undefined if there is none, or it could not be read. */
  readonly secretKey: string | undefined;
  readonly isKeyKnown: boolean;
}

/** Returns the settings, or a finding for each bad one. */
function tryToReadSettings(environment: Environment): Settings | Finding[] {
  try {
    return readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { problem } = findingsOn('settings');
    return [
      ...error.faults.map((fault) => problem(`${fault}.`)),
      problem('The service does not start like this: correct the above, then run this again for the other checks.'),
    ];
  }
}

/** Judges valid settings, which can still contradict each other. */
function judgeSettings({ host, publicUrl }: Settings): Finding {
  const { ok, warning } = findingsOn('settings');
  if (isLoopback(host) || !isLoopback(new URL(publicUrl).hostname)) return ok('All settings are valid.');
  return warning(
    `HOST lets other machines in, but PUBLIC_URL is ${publicUrl}: set it to the address that users type, or links in mails and notifications lead nowhere.`,
  );
}

async function checkNetwork({ settings, environment, secretKey, certificate }: Deps) {
  const service = await withinLimit('service', () => checkService({ settings, secretKey, certificate }));
  const trust = judgeTrust(settings.trustProxy);
  const always = [...(isFinding(service) ? [service] : service.findings), ...(trust ? [trust] : [])];
  const direct = isFinding(service) ? undefined : service.answer;
  if (!direct) return { findings: always, clocks: [], direct };
  const publicUrl = direct.report?.publicUrl ?? (await knownAddress(settings, environment));
  // No authority knows a certificate that the service has made; all others are judged as clients judge them.
  const trusted =
    settings.tls?.kind === 'auto' && certificate ? { cert: certificate.cert, forAnyName: false } : undefined;
  const [address, sockets] = await Promise.all([
    withinLimit('address', () =>
      checkPublicAddress({ publicUrl, secretKey, certificate: trusted, direct, ownAddresses }),
    ),
    withinLimit('sockets', () => checkSockets(publicUrl, trusted)),
  ]);
  const found = isFinding(address) ? { findings: [address], answer: undefined } : address;
  const findings = [...always, ...found.findings, ...(found.answer ? flat(sockets) : [])];
  return { findings, clocks: readClocks(direct, publicUrl, found), direct };
}

function readClocks(direct: ServiceAnswer, publicUrl: string, { answer }: PublicAddressCheck): ClockReading[] {
  const { report, askedAtMs } = direct;
  const own = report && { source: 'the service', aheadSeconds: (Date.parse(report.now) - askedAtMs) / 1000 };
  const seen = answer && readDateHeader(answer.headers.date, publicUrl, answer.askedAtMs);
  return [own, seen].filter((reading) => reading !== undefined);
}

async function checkStored({ settings, secretKey, isKeyKnown }: Deps) {
  const checked = await withinLimit('database', () => checkDatabase(settings), { questions: 2 });
  if (isFinding(checked)) return { findings: [checked], clocks: [], hasDatabase: false };
  const { findings, opened } = checked;
  if (!opened) return { findings, clocks: [], hasDatabase: false };
  const { database, isCurrent } = opened;
  try {
    const lastAddress = await knownAddress(settings, {});
    const deps = { database, settings, secretKey, lastAddress, ownAddresses };
    const secrets = isCurrent && isKeyKnown ? flat(await withinLimit('channels', () => checkStoredSecrets(deps))) : [];
    return { findings: [...findings, ...secrets], clocks: await readDatabaseClock(opened), hasDatabase: true };
  } finally {
    await database.close();
  }
}

async function readDatabaseClock({ database }: NonNullable<DatabaseCheck['opened']>): Promise<ClockReading[]> {
  if (database.kind === 'sqlite') return [];
  const beganMs = Date.now();
  const sql = 'select extract(epoch from clock_timestamp())::double precision * 1000 as ms';
  const [row] = await database.query<{ ms: number }>(sql);
  const atMs = (beganMs + Date.now()) / 2;
  return row ? [{ source: 'the database', aheadSeconds: (row.ms - atMs) / 1000 }] : [];
}

function checkKey(secretKey: string | undefined, hasDatabase: boolean): Finding[] {
  const { ok, problem } = findingsOn('secret key');
  if (secretKey !== undefined) return [ok('There is a secret key.')];
  if (!hasDatabase) return [ok('The first start generates the secret key.')];
  return [
    problem(
      'The secret key is missing: put it back, or the next start generates another, and secrets of channels and authenticator apps are lost (docs/operations/backup.md).',
    ),
  ];
}

function flat(result: Finding | readonly Finding[]): readonly Finding[] {
  return isFinding(result) ? [result] : result;
}
