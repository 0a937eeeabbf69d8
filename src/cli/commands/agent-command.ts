import { BlockList, isIP } from 'node:net';
import { processEnvironment } from '../../settings/environment.js';
import { CommandFailure } from '../../shared/errors/command-failure.js';
import { type Command, type CommandArguments, UsageError } from '../command.js';

const TOKEN_VARIABLE = 'VIGIA_AGENT_TOKEN';

/** Measures this machine for a hub on another one (contract 13). */
export const agent: Command = {
  name: 'agent',
  summary: 'Measures this machine and sends it to a hub, until SIGTERM or SIGINT.',
  notes: [
    `The hub shows the token once, after "vigia host add <name>" or in its pages: put it into a file or ${TOKEN_VARIABLE}.`,
    'The certificate of the hub is verified; NODE_EXTRA_CA_CERTS names a file with further authorities. While the hub is',
    'away, minutes are kept for a day: in memory, and over a restart in the file of --state. docs/operations/agents.md.',
  ],
  options: {
    hub: {
      type: 'string',
      summary: 'the address of the hub: https://host, with a port where it is not 443',
      needed: true,
    },
    'token-file': { type: 'string', summary: `a file with the token, in place of ${TOKEN_VARIABLE}` },
    state: { type: 'string', summary: 'a file in which minutes outlive a restart' },
  },
  example: 'vigia agent --hub https://vigia.example --token-file /etc/vigia-agent.token',
  async run({ options }: CommandArguments) {
    const hub = hubAddress(String(options.hub));
    const file = options['token-file'] as string | undefined;
    const environment = processEnvironment();
    const text = environment[TOKEN_VARIABLE] || undefined;
    const hostName = environment.VIGIA_HOST_NAME || undefined;
    if (file === undefined && text === undefined) {
      throw new CommandFailure(`There is no token: give --token-file or ${TOKEN_VARIABLE}.`);
    }
    const { runAgent } = await import('../../agent/run-agent.js');
    await runAgent({ hub, tokenSource: { file, text }, stateFile: options.state as string | undefined, hostName });
  },
};

/** @throws {UsageError} for what is no address of a hub, or would send the token in clear over a network. */
function hubAddress(given: string): URL {
  const url = URL.parse(given);
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isOrigin || !['https:', 'http:'].includes(url.protocol)) {
    throw new UsageError('--hub must be the address of the hub: https://host, without a path');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError('--hub must be https: without it, anybody on the way could read the token');
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
