import { createServer } from 'node:net';
import type { ServiceReport } from '../../app/service-report.js';
import type { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.js';
import type { TlsCertificate } from '../../platform/tls/tls-certificate.js';
import type { Settings } from '../../settings/settings.js';
import { vigiaVersion } from '../../shared/vigia-version.js';
import { adviceOn } from '../error-messages.js';
import { askService, type ServiceAnswer } from './ask-service.js';
import { type Finding, findingsOn } from './finding.js';

const { ok, warning, problem } = findingsOn('service');

/** Findings about the running service, with its answer if it runs. */
export interface ServiceCheck {
  readonly findings: readonly Finding[];
  readonly answer: ServiceAnswer | undefined;
}

interface ServiceCheckDeps {
  readonly settings: Settings;
  readonly secretKey: string | undefined;
  /** The certificate of a service that speaks TLS itself; undefined also if it cannot be read. */
  readonly certificate: TlsCertificate | undefined;
}

/** Asks the service where it listens; if nobody answers, finds out whether it could listen there. */
export async function checkService({ settings, secretKey, certificate }: ServiceCheckDeps): Promise<ServiceCheck> {
  const origin = listeningOrigin(settings);
  // The address of this machine is none of those that the certificate is for.
  const trusted = certificate && { cert: certificate.cert, forAnyName: true };
  const answer = await askService(origin, secretKey, trusted).catch((error: unknown) => error as OutgoingFailure);
  if (answer instanceof Error) return { findings: [await explainSilence(settings, answer)], answer: undefined };
  if (!settings.tls && answer.headers.location?.startsWith('https:')) {
    const text = `What listens at ${origin} speaks https, but TLS is off for this command: run it with the service's settings, or restart the service.`;
    return { findings: [problem(text)], answer: undefined };
  }
  if (!answer.isVigia) {
    const text = `Another program answers at ${origin} (status ${answer.status}): stop it, or set PORT.`;
    return { findings: [problem(text)], answer: undefined };
  }
  const { report } = answer;
  if (!report) {
    const text = `Vigia answers at ${origin}, but not to this command's secret key: run the command as the user of the service, with the same DATA_DIR and SECRET_KEY, and restart a service of an older version.`;
    return { findings: [warning(text)], answer };
  }
  return { findings: compare(origin, settings, report), answer };
}

/** Returns the origin at which this machine reaches the service without a proxy. */
function listeningOrigin({ host, port, tls }: Pick<Settings, 'host' | 'port' | 'tls'>): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http${tls ? 's' : ''}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

async function explainSilence(settings: Settings, { reason, detail }: OutgoingFailure): Promise<Finding> {
  const { host, port, tls } = settings;
  if (tls && detail === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return problem(
      `What listens at ${host}:${port} speaks http, but TLS is on for this command: run the command with the service's settings, or restart the service.`,
    );
  }
  if (tls && /CERT|SIGNATURE/.test(detail)) {
    return problem(
      `The service presents another certificate than the one of this command's settings (${detail}): run the command with the service's settings, or restart the service.`,
    );
  }
  if (reason !== 'too_slow') return checkPort(settings);
  return problem(
    `What listens at ${host}:${port} does not answer: restart it if it is Vigia; otherwise stop it, or set PORT.`,
  );
}

/** Listens for a moment, as the service would. */
async function checkPort({ host, port }: Settings): Promise<Finding> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    const advice = adviceOn(error) || '.';
    return problem(`Vigia could not listen at ${host}:${port}: ${(error as Error).message}${advice}`);
  }
  await new Promise((resolve) => server.close(resolve));
  return warning(
    `Vigia is not running at ${host}:${port}, where it could listen: start it to have its address checked.`,
  );
}

/** Compares the service with this command, whose settings may be others. */
function compare(origin: string, settings: Settings, report: ServiceReport): Finding[] {
  const differences = [
    ...(report.publicUrl === settings.publicUrl ? [] : [`PUBLIC_URL (${report.publicUrl})`]),
    ...(report.trustProxy.join() === settings.trustProxy.join() ? [] : ['TRUST_PROXY']),
    ...(report.mailIsOn === (settings.email !== undefined) ? [] : ['EMAIL_MODE']),
  ];
  const findings: Finding[] = [ok(`Vigia ${report.version} answers at ${origin}.`)];
  if (report.version !== vigiaVersion) {
    findings.push(warning(`The service is of version ${report.version}, this command of ${vigiaVersion}: restart it.`));
  }
  if (differences.length > 0) {
    const names = differences.join(', ');
    findings.push(
      warning(
        `The service has another ${names} than this command: run the command with the service's settings, or restart the service.`,
      ),
    );
  }
  return findings;
}
