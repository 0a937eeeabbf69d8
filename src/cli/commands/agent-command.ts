import { faultOfPlainHttp } from '../../agent/plain-http.js';
import { processEnvironment } from '../../settings/environment.js';
import { CommandFailure } from '../../shared/errors/command-failure.js';
import { logFormats } from '../../shared/logger.js';
import { isPin } from '../../shared/public-key-pin.js';
import { type Command, type CommandArguments, UsageError } from '../command.js';

const TOKEN_VARIABLE = 'VIGIA_AGENT_TOKEN';

/** Measures this machine for a hub on another one (contract 13). */
export const agent: Command = {
  name: 'agent',
  summary: 'Measures this machine and sends the samples to a hub, until SIGTERM or SIGINT.',
  notes: [
    `The hub shows the token only once, after "vigia host add <name>" or on its pages: save it in a file or ${TOKEN_VARIABLE}.`,
    'The certificate of the hub is verified; NODE_EXTRA_CA_CERTS names a file with further authorities, and --pin the key of',
    'a hub with a certificate of its own. While the hub is away, minutes are kept for a day: in memory, and across restarts',
    'in the --state file. See docs/operations/agents.md.',
  ],
  options: {
    hub: {
      type: 'string',
      summary: 'the address of the hub: https://host, with a port unless it is 443',
      needed: true,
    },
    'token-file': { type: 'string', summary: `a file with the token, in place of ${TOKEN_VARIABLE}` },
    pin: { type: 'string', summary: 'sha256/…, the only key that the hub may have, as it prints it at its start' },
    'allow-plain-http': {
      type: 'boolean',
      summary: 'permits http:// within a private network, where the token can be read',
    },
    state: { type: 'string', summary: 'a file that keeps minutes across restarts' },
    path: { type: 'string', summary: 'a path on the file system that counts as the disk, in place of that of /' },
  },
  example: 'vigia agent --hub https://vigia.example --token-file /etc/vigia-agent.token',
  async run({ options }: CommandArguments) {
    const hub = hubAddress(String(options.hub), options['allow-plain-http'] === true);
    const pin = checkedPin(options.pin as string | undefined, hub);
    const file = options['token-file'] as string | undefined;
    const environment = processEnvironment();
    const text = environment[TOKEN_VARIABLE] || undefined;
    const hostName = environment.VIGIA_HOST_NAME || undefined;
    const logFormat = logFormats.find((format) => format === environment.LOG_FORMAT);
    if (environment.LOG_FORMAT && !logFormat) throw new CommandFailure('LOG_FORMAT must be json or text');
    if (file === undefined && text === undefined) {
      throw new CommandFailure(`There is no token: give --token-file or ${TOKEN_VARIABLE}.`);
    }
    const { runAgent } = await import('../../agent/run-agent.js');
    const [stateFile, path] = [options.state, options.path] as (string | undefined)[];
    await runAgent({ hub, pin, tokenSource: { file, text }, stateFile, path, hostName, logFormat });
  },
};

/** @throws {UsageError} for an invalid hub URL, or one that would send the token over a network unencrypted. */
function hubAddress(given: string, allowsPlainHttp: boolean): URL {
  const url = URL.parse(given);
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isOrigin || !['https:', 'http:'].includes(url.protocol)) {
    throw new UsageError('--hub must be the address of the hub: https://host, without a path');
  }
  const fault = url.protocol === 'http:' ? faultOfPlainHttp(url, allowsPlainHttp) : undefined;
  if (fault !== undefined) throw new UsageError(`--hub ${fault}`);
  return url;
}

/** @throws {UsageError} for a pin that no key can have, or one without TLS. */
function checkedPin(pin: string | undefined, hub: URL): string | undefined {
  if (pin === undefined) return undefined;
  if (!isPin(pin)) throw new UsageError('--pin must be sha256/ and 44 characters, as the hub prints it at its start');
  if (hub.protocol !== 'https:') throw new UsageError('--pin needs an address of the hub that begins with https://');
  return pin;
}
