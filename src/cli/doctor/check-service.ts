import { createServer } from 'node:net';
import type { ServiceReport } from '../../app/service-report.js';
import type { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.js';
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

/** Asks the service where it listens; if nobody answers, finds out whether it could listen there. */
export async function checkService(settings: Settings, secretKey: string | undefined): Promise<ServiceCheck> {
  const origin = listeningOrigin(settings);
  const answer = await askService(origin, secretKey).catch((error: unknown) => error as OutgoingFailure);
  if (answer instanceof Error) return { findings: [await explainSilence(settings, answer)], answer: undefined };
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
function listeningOrigin({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

async function explainSilence(settings: Settings, { reason }: OutgoingFailure): Promise<Finding> {
  const { host, port } = settings;
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
