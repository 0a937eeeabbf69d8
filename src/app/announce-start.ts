import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StaffSetup } from '../features/accounts/setup/staff-setup.js';
import type { ServedCertificate } from '../platform/tls/served-certificate.js';
import { ENV_FILE } from '../settings/environment.js';
import { noteAddress } from '../settings/service-address.js';
import type { Settings } from '../settings/settings.js';
import type { Logger } from '../shared/logger.js';
import { ownCommand } from '../shared/own-command.js';
import { isPersonAtTerminal } from '../shared/person-at-terminal.js';
import type { App } from './app.js';
import { setupCommands } from './setup-commands.js';

interface Start {
  readonly settings: Settings;
  readonly tls: Pick<ServedCertificate, 'current'> | undefined;
  readonly logger: Logger;
}

/**
 * Logs facts about the machine, the service's address, and the places of its data. While nobody has the staff role,
 * says last how to create the first account: with a link on a terminal, and elsewhere with a command, since a log is no
 * place for a credential.
 */
export async function announceStart(app: App, { settings, tls, logger }: Start): Promise<void> {
  const pin = tls?.current.isSelfSigned ? tls.current.pin : undefined;
  await noteAddress(settings.dataDir, { url: settings.publicUrl, pin }).catch((error: unknown) =>
    logger.log('debug', 'The address cannot be noted', { error }),
  );
  await logHostFacts(app, logger);
  logger.log('info', `Vigia is ready at ${settings.publicUrl}`, {
    ...findPlaces(settings),
    // For the agents' option --pin.
    ...(tls && { pin: tls.current.pin }),
  });
  if (await app.services.userDirectory.hasActiveStaff().catch(() => true)) return;
  const made = isPersonAtTerminal()
    ? await app.services.staffSetup.createLink(settings.publicUrl).catch(() => undefined)
    : undefined;
  if (made) process.stdout.write(invitation(made));
  else await logSetupCommand(app, logger);
}

/** Logs facts about the machine for whoever reads the log later; a failure has no consequences. */
function logHostFacts({ services }: App, logger: Logger): Promise<void> {
  return services.ownFacts.read().then(
    (facts) => logger.log('info', 'This host', { ...facts }),
    (error: unknown) => logger.log('debug', 'The facts about this host could not be read', { error }),
  );
}

/** Returns absolute paths, and for PostgreSQL the host and the database's name without the credentials. */
function findPlaces({ dataDir, database }: Settings): Readonly<Record<string, string>> {
  const file = resolve(ENV_FILE);
  const { host = '', pathname = '' } = database.kind === 'postgresql' ? (URL.parse(database.url) ?? {}) : {};
  return {
    data: dataDir,
    database: database.kind === 'sqlite' ? database.file : `PostgreSQL ${host}${pathname}`,
    ...(existsSync(file) && { settings: file }),
  };
}

function invitation({ link, minutes }: Awaited<ReturnType<StaffSetup['createLink']>>): string {
  return [
    '',
    `Nobody may administer this Vigia yet. Open this link within ${minutes} minutes to create the account that may`,
    'do everything; it works once, in one browser:',
    '',
    `  ${link}`,
    '',
    `For another link: ${ownCommand()} setup --link`,
    '',
    '',
  ].join('\n');
}

async function logSetupCommand({ services }: App, logger: Logger): Promise<void> {
  const facts = await services.ownFacts.read().catch(() => undefined);
  const commands = setupCommands(ownCommand(), facts?.environmentName);
  logger.log('warn', 'No account has the staff role yet, which the administration at /admin/ needs', { ...commands });
}
