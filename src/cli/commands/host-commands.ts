import { installLine } from '../../features/monitoring/agents/agent-hub.js';
import { COMMAND_LINE } from '../../platform/audit/origin.js';
import { processEnvironment } from '../../settings/environment.js';
import { knownService } from '../../settings/service-address.js';
import { type Command, UsageError } from '../command.js';
import type { Accounts } from '../open-accounts.js';
import type { ListedHost } from '../open-hosts.js';
import { readScrapeOptions, SCRAPE_OPTIONS } from '../scrape-options.js';
import { minute, printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

const HOST = 'host';
const TAGS = { tag: { type: 'string', multiple: true, summary: 'a tag; may be repeated' } } as const;

/** Value of the interval option that makes a host follow the service's interval. */
const FOLLOWS = 'service';

const add: Command = {
  name: 'host add',
  summary:
    'Adds a machine that an agent will measure, or that the service reads; prints the line that installs the agent there.',
  notes: ['The token in that line is shown only once: only its hash is stored.'],
  positionals: ['name'],
  options: {
    ...TAGS,
    interval: {
      type: 'string',
      summary: 'seconds between samples: 1 to 60, otherwise as the service; with --scrape 5 to 300, otherwise 15',
    },
    ...SCRAPE_OPTIONS,
  },
  example: 'vigia host add web-1 --tag web --tag production',
  run: async ({ positionals: [name = ''], options, lists: { tag: tags = [] } }) => {
    const intervalSeconds = options.interval === undefined ? undefined : parseSeconds(options.interval);
    const scrape = await readScrapeOptions(options, intervalSeconds);
    return withHosts(async ({ editing }, accounts) => {
      const added = { name, tags, ...(scrape ? { scrape } : { intervalSeconds }) };
      const { token } = await editing.add(added, COMMAND_LINE);
      await printAgentLine(`Added ${name.trim()}.`, token, accounts);
    });
  },
};

const list: Command = {
  name: 'host list',
  summary: 'Lists the measured machines and their states.',
  notes: [
    'The host name is the one that the machine reports; the agent is shown by its version.',
    "On SQLite the state of the service's own machine comes from its history, which is written once a minute.",
  ],
  options: { retired: { type: 'boolean', summary: 'includes retired machines' } },
  example: 'vigia host list',
  run: ({ options }) =>
    withHosts(async (hosts) => {
      const all = await hosts.list();
      const shown = all.filter(({ state }) => state !== 'RETIRED' || options.retired === true);
      await printTable(HEADINGS, async function* () {
        yield* shown.map(formatCells);
      });
    }),
};

const rename: Command = {
  name: 'host rename',
  summary: 'Renames a machine.',
  positionals: [HOST, 'name'],
  example: 'vigia host rename web-1 shop-1',
  run: ({ positionals: [host = '', name = ''] }) =>
    withHosts(async ({ editing, named }) => {
      const before = await named(host);
      await editing.rename(String(before.number), name, COMMAND_LINE);
      console.log(`${before.name} is now called ${name.trim()}.`);
    }),
};

const tag: Command = {
  name: 'host tag',
  summary: 'Replaces the tags of a machine; removes all of them without --tag.',
  positionals: [HOST],
  options: TAGS,
  example: 'vigia host tag web-1 --tag web',
  run: ({ positionals: [host = ''], lists: { tag: tags = [] } }) =>
    withHosts(async ({ editing, named }) => {
      const { number, name } = await named(host);
      await editing.setTags(String(number), tags, COMMAND_LINE);
      const { tags: present } = await named(String(number));
      console.log(`${name} now has ${present.length === 0 ? 'no tags' : `the tags ${present.join(', ')}`}.`);
    }),
};

const set: Command = {
  name: 'host set',
  summary: 'Sets how often the agent of a machine measures.',
  notes: ['Without a choice, agents measure as often as the service itself, as METRICS_INTERVAL_MS says.'],
  positionals: [HOST],
  options: {
    interval: {
      type: 'string',
      summary: `seconds from one sample to the next, 1 to 60, or "${FOLLOWS}" for as the service`,
      needed: true,
    },
  },
  example: 'vigia host set web-1 --interval 10',
  run: ({ positionals: [host = ''], options: { interval } }) => {
    const seconds = interval === FOLLOWS ? undefined : parseSeconds(interval);
    return withHosts(async ({ editing, named }) => {
      const { number, name } = await named(host);
      await editing.setInterval(String(number), seconds, COMMAND_LINE);
      const { intervalMs } = await named(String(number));
      const following = seconds === undefined ? ', as the service' : '';
      console.log(`${name} is measured every ${intervalMs / 1000} s${following}.`);
    });
  },
};

const retire: Command = {
  name: 'host retire',
  summary: 'Retires a machine: revokes its token and frees its name.',
  notes: ['Its history stays until its retention ends.'],
  positionals: [HOST],
  example: 'vigia host retire web-1',
  run: ({ positionals: [host = ''] }) =>
    withHosts(async ({ editing, named }) => {
      const { number, name } = await named(host);
      await editing.retire(String(number), COMMAND_LINE);
      console.log(`${name} is retired.`);
    }),
};

const newToken: Command = {
  name: 'host new-token',
  summary: 'Replaces the token of a machine, and prints the line that installs its agent again.',
  notes: ['The previous token is revoked; the new one is shown only once.'],
  positionals: [HOST],
  example: 'vigia host new-token web-1',
  run: ({ positionals: [host = ''] }) =>
    withHosts(async ({ editing, named }, accounts) => {
      const { number, name } = await named(host);
      const { token } = await editing.newToken(String(number), COMMAND_LINE);
      await printAgentLine(`${name} has a new token.`, token, accounts);
    }),
};

/** All commands about hosts (contract 13). */
export const hostCommands: readonly Command[] = [add, list, rename, tag, set, retire, newToken];

type Hosts = ReturnType<typeof import('../open-hosts.js')['openHosts']>;

async function withHosts(work: (hosts: Hosts, accounts: Accounts) => Promise<void>): Promise<void> {
  await withAccounts(async (accounts) => {
    const { openHosts } = await import('../open-hosts.js');
    const hosts = openHosts(accounts);
    await work(hosts, accounts);
    await hosts.tell();
  });
}

function parseSeconds(interval: string | boolean | undefined): number {
  const seconds = Number(interval);
  if (!Number.isInteger(seconds)) throw new UsageError('--interval must be a whole number of seconds');
  return seconds;
}

/** Prints the line that installs the agent. */
async function printAgentLine(done: string, token: string | null, { settings }: Accounts): Promise<void> {
  if (token === null) return console.log(done);
  const hub = await knownService(settings, processEnvironment());
  console.log(`${done} On that machine, run:\n`);
  console.log(installLine(hub, token));
  if (hub.url.startsWith('https:')) return;
  console.log(
    `\nThat address is for an agent on this machine alone. Others need one that begins with https: set PUBLIC_URL, with`,
  );
  console.log('a reverse proxy in front (docs/operations/proxy.md) or TLS=auto (docs/operations/lan.md).');
}

const HEADINGS = ['id', 'name', 'state', 'last seen', 'tags', 'host name', 'agent'];

function formatCells({ number, name, state, tags, hostName = '-', source, version, lastSeenAt }: ListedHost): string[] {
  const seen = lastSeenAt ? minute(lastSeenAt) : '-';
  // Senders of OpenTelemetry name no version.
  const agent = source === 'OWN' ? '-' : (version ?? (lastSeenAt ? source.toLowerCase() : 'never connected'));
  return [String(number), name, state, seen, tags.join(', ') || '-', hostName, agent];
}
