import 'reflect-metadata';
import { processEnvironment } from '../settings/environment.js';
import { readSettings } from '../settings/settings.js';
import { vigiaVersion } from '../shared/vigia-version.js';
import { holdYoungGeneration } from '../shared/young-generation.js';
import { type Command, readArguments, UsageError } from './command.js';
import { agent } from './commands/agent-command.js';
import { alertCommands } from './commands/alert-commands.js';
import { backup } from './commands/backup.js';
import { channelCommands } from './commands/channel-commands.js';
import { demo } from './commands/demo.js';
import { doctor } from './commands/doctor.js';
import { hostCommands } from './commands/host-commands.js';
import { importDjango } from './commands/import-django.js';
import { mailCommands } from './commands/mail-commands.js';
import { nodeList } from './commands/node-list.js';
import { setup } from './commands/setup.js';
import { tokenCommands } from './commands/token-commands.js';
import { userCommands } from './commands/user-commands.js';
import { errorMessages } from './error-messages.js';
import { formatUsage, helpOn, helpOnAll, usageOfAll } from './help.js';
import { withAccounts } from './with-accounts.js';

/** Command modules are loaded only when they run, which keeps help and usage errors fast. */
const serveCommand: Command = {
  name: 'serve',
  summary: 'Runs the service until SIGTERM or SIGINT; the default without a command.',
  example: 'PORT=8080 vigia serve',
  async run() {
    const settings = readSettings(processEnvironment());
    holdYoungGeneration();
    const { prepare } = await import('../app/prepare.js');
    const preparation = await prepare(settings);
    const { serve } = await import('../app/serve.js');
    await serve(preparation);
  },
};

const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database tables up to date, as serve does on startup.',
  example: 'DATA_DIR=/srv/vigia vigia migrate',
  async run() {
    await withAccounts(async () => {}, { mayCreateDatabase: true });
    console.log('The database is up to date.');
  },
};

const commands: readonly Command[] = [
  serveCommand,
  demo,
  migrateCommand,
  setup,
  ...userCommands,
  ...mailCommands,
  ...alertCommands,
  ...channelCommands,
  ...hostCommands,
  ...tokenCommands,
  nodeList,
  agent,
  importDjango,
  backup,
  doctor,
];

const [words, command, rest] = chosen(process.argv.slice(2));
try {
  if (!command) answerWithoutCommand(words, rest);
  else await runCommand(command, rest);
} catch (error) {
  const usage = command ? formatUsage(command) : usageOfAll(words);
  const action = command === serveCommand || command === demo ? 'start' : 'do this';
  for (const line of errorMessages(error, { usage, action })) console.error(line);
  process.exit(error instanceof UsageError ? 2 : 1);
}

/**
 * Returns the command at the start of the arguments and the remaining arguments; if there is none, the words that name
 * a group.
 */
function chosen(args: readonly string[]): [string, Command | undefined, readonly string[]] {
  const [first = '', second = ''] = args;
  if (first === '') return ['', serveCommand, []];
  // `npm start -- --demo` appends its words to a start of the service.
  if (first === '--demo') return [demo.name, demo, args.slice(1)];
  for (const [count, name] of [
    [2, `${first} ${second}`],
    [1, first],
  ] as const) {
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return [name, command, args.slice(count)];
  }
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `));
  return isGroup ? [first, undefined, args.slice(1)] : ['', undefined, args];
}

async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  const given = readArguments(command, args);
  if (given === 'help') console.log(helpOn(command));
  else await command.run(given);
}

/** Prints the help or the version. @throws {UsageError} for an unknown command. */
function answerWithoutCommand(words: string, [word]: readonly string[]): void {
  if (words === '' && word === '--version') {
    console.log(vigiaVersion);
    return;
  }
  if (word === '--help' || word === '-h' || word === 'help') {
    console.log(helpOnAll(commands, words));
    return;
  }
  const meant = [words, word].filter(Boolean).join(' ');
  throw new UsageError(`${JSON.stringify(meant)} is not a command; vigia ${words ? `${words} ` : ''}--help lists them`);
}
