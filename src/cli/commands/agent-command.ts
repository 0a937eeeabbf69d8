import { BlockList, isIP } from 'node:net';
import { processEnvironment } from '../../settings/environment.js';
import { CommandFailure } from '../../shared/errors/command-failure.js';
import { logFormats } from '../../shared/logger.js';
import { type Command, type CommandArguments, UsageError } from '../command.js';

const TOKEN_VARIABLE = 'VIGIA_AGENT_TOKEN';

/** Measures this machine for a hub on another one (contract 13). */
export const agent: Command = {
  name: 'agent',
  summary: 'Measures this machine and sends the samples to a hub, until SIGTERM or SIGINT.',
  notes: [
    `The hub shows the token only once, after "vigia host add <name>" or on its pages: save it in a file or ${TOKEN_VARIABLE}.`,
    'The certificate of the hub is verified; NODE_EXTRA_CA_CERTS names a file with further authorities. While the hub is',
    'away, minutes are kept for a day: in memory, and across restarts in the --state file. See docs/operations/agents.md.',
  ],
  options: {
    hub: {
      type: 'string',
      summary: 'the address of the hub: https://host, with a port unless it is 443',
      needed: true,
    },
    'token-file': { type: 'string', summary: `a file with the token, in place of ${TOKEN_VARIABLE}` },
    state: { type: 'string', summary: 'a file that keeps minutes across restarts' },
    path: { type: 'string', summary: 'a path on the file system that counts as the disk, in place of that of /' },
  },
  example: 'vigia agent --hub https://vigia.example --token-file /etc/vigia-agent.token',
  async run({ options }: CommandArguments) {
    const hub = hubAddress(String(options.hub));
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
    await runAgent({ hub, tokenSource: { file, text }, stateFile, path, hostName, logFormat });
  },
};

/** @throws {UsageError} for an invalid hub URL, or one that would send the token over a network unencrypted. */
function hubAddress(given: string): URL {
  const url = URL.parse(given);
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isOrigin || !['https:', 'http:'].includes(url.protocol)) {
    throw new UsageError('--hub must be the address of the hub: https://host, without a path');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError('--hub must be https: otherwise anybody on the way could read the token');
  }
  return url;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return hostname === 'localhost' || (family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}
