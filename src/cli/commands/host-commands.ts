import { COMMAND_LINE } from '../../platform/audit/origin.js';
import type { Command } from '../command.js';
import type { Accounts } from '../open-accounts.js';
import type { ListedHost } from '../open-hosts.js';
import { minute, printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

const HOST = 'host';
const TAGS = { tag: { type: 'string', multiple: true, summary: 'a tag; may be given several times' } } as const;

const add: Command = {
  name: 'host add',
  summary: 'Adds a machine that an agent will measure, and prints the line that starts the agent there.',
  notes: ['The token in that line is shown this once: only its hash is stored.'],
  positionals: ['name'],
  options: TAGS,
  example: 'vigia host add web-1 --tag web --tag production',
  run: ({ positionals: [name = ''], lists: { tag: tags = [] } }) =>
    withHosts(async ({ editing }, accounts) => {
      const { token } = await editing.add({ name, tags }, COMMAND_LINE);
      printAgentLine(`Added ${name.trim()}.`, token, accounts);
    }),
};

const list: Command = {
  name: 'host list',
  summary: 'Lists the machines that are measured, and how each is.',
  notes: [
    'The host name is what the machine calls itself; the agent is given by its version.',
    "On SQLite the service's own machine is as its history says, which is written once a minute.",
  ],
  options: { retired: { type: 'boolean', summary: 'those as well that are retired' } },
  example: 'vigia host list',
  run: ({ options }) =>
    withHosts(async (hosts) => {
      const all = await hosts.list();
      const shown = all.filter(({ state }) => state !== 'RETIRED' || options.retired === true);
      await printTable(HEADINGS, async function* () {
        yield* shown.map(cellsOf);
      });
    }),
};

const rename: Command = {
  name: 'host rename',
  summary: 'Gives a machine another name.',
  positionals: [HOST, 'name'],
  example: 'vigia host rename web-1 shop-1',
  run: ({ positionals: [host = '', name = ''] }) =>
    withHosts(async ({ editing, named }) => {
      const before = await named(host);
      await editing.rename(String(before.number), name, COMMAND_LINE);
      console.log(`${before.name} is called ${name.trim()} now.`);
    }),
};

const tag: Command = {
  name: 'host tag',
  summary: 'Gives a machine these tags and no others; none, without --tag.',
  positionals: [HOST],
  options: TAGS,
  example: 'vigia host tag web-1 --tag web',
  run: ({ positionals: [host = ''], lists: { tag: tags = [] } }) =>
    withHosts(async ({ editing, named }) => {
      const { number, name } = await named(host);
      await editing.setTags(String(number), tags, COMMAND_LINE);
      const { tags: present } = await named(String(number));
      console.log(`${name} has ${present.length === 0 ? 'no tags' : `the tags ${present.join(', ')}`} now.`);
    }),
};

const retire: Command = {
  name: 'host retire',
  summary: 'Retires a machine: its token counts no more, and its name is free.',
  notes: ['What was measured stays until it is too old.'],
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
  summary: 'Gives a machine another token, and prints the line that starts its agent.',
  notes: ['The token before counts no more; the new one is shown this once.'],
  positionals: [HOST],
  example: 'vigia host new-token web-1',
  run: ({ positionals: [host = ''] }) =>
    withHosts(async ({ editing, named }, accounts) => {
      const { number, name } = await named(host);
      const { token } = await editing.newToken(String(number), COMMAND_LINE);
      printAgentLine(`${name} has a new token.`, token, accounts);
    }),
};

/** All commands about hosts (contract 13). */
export const hostCommands: readonly Command[] = [add, list, rename, tag, retire, newToken];

type Hosts = ReturnType<typeof import('../open-hosts.js')['openHosts']>;

async function withHosts(work: (hosts: Hosts, accounts: Accounts) => Promise<void>): Promise<void> {
  await withAccounts(async (accounts) => {
    const { openHosts } = await import('../open-hosts.js');
    const hosts = openHosts(accounts);
    await work(hosts, accounts);
    await hosts.tell();
  });
}

/** The token is passed in the environment, since everybody on the machine can read the arguments of a process. */
function printAgentLine(done: string, token: string, { settings }: Accounts): void {
  console.log(`${done} On that machine, run:\n`);
  console.log(`VIGIA_AGENT_TOKEN=${token} vigia agent --hub ${settings.publicUrl}`);
}

const HEADINGS = ['id', 'name', 'state', 'last seen', 'tags', 'host name', 'agent'];

function cellsOf({ number, name, state, tags, hostName = '-', hasAgent, version, lastSeenAt }: ListedHost): string[] {
  const seen = lastSeenAt ? minute(lastSeenAt) : '-';
  const agent = hasAgent ? (version ?? 'never connected') : '-';
  return [String(number), name, state, seen, tags.join(', ') || '-', hostName, agent];
}
