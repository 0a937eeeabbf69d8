import 'reflect-metadata';
import { serve } from '../serve.js';
import { processEnvironment } from '../settings/environment.js';
import { readSettings, SettingsError } from '../settings/settings.js';
import { InvalidFields } from '../shared/errors.js';
import { hasCode } from '../shared/has-code.js';
import { fieldTexts, VigiaError } from '../shared/vigia-error.js';
import { type Command, readArguments, UsageError } from './command.js';
import { helpOn, helpOnAll, usageOf } from './help.js';
import { userCommands } from './user-commands.js';
import { withAccounts } from './with-accounts.js';

const serveCommand: Command = {
  name: 'serve',
  summary: 'Runs the service until SIGTERM or SIGINT; what vigia does without a command.',
  run: () => serve(readSettings(processEnvironment())),
};

const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the tables of the database up to date, as serve does at its start.',
  async run() {
    await withAccounts(async () => {});
    console.log('The database is up to date.');
  },
};

const commands: readonly Command[] = [serveCommand, migrateCommand, ...userCommands];

const ADVICE = [
  ['EADDRINUSE', ': another program listens there. Stop it, or set PORT.'],
  ['EADDRNOTAVAIL', ': this machine has no such address. Set HOST.'],
  ['ENOTFOUND', ': this machine has no such address. Set HOST.'],
  ['EACCES', ': this may need rights that Vigia should not have. Set PORT to 1024 or more, or DATA_DIR.'],
] as const;

const [words, command, rest] = chosen(process.argv.slice(2));
try {
  if (!command) askForCommand(words, rest);
  else await runCommand(command, rest);
} catch (error) {
  for (const line of complaints(error, command)) console.error(line);
  process.exit(error instanceof UsageError ? 2 : 1);
}

/** The command that the arguments begin with, and what follows it; without a command, the words that name a group. */
function chosen(args: readonly string[]): [string, Command | undefined, readonly string[]] {
  const [first = '', second = ''] = args;
  if (first === '') return ['', serveCommand, []];
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

/** Help where it is asked for. @throws {UsageError} where a command was meant that is none. */
function askForCommand(words: string, [word]: readonly string[]): void {
  if (word === '--help' || word === '-h' || word === 'help') {
    console.log(helpOnAll(commands, words));
    return;
  }
  const meant = [words, word].filter(Boolean).join(' ');
  throw new UsageError(`${JSON.stringify(meant)} is no command; vigia ${words ? `${words} ` : ''}--help lists them`);
}

/** What an operator can do about it, a line each. */
function complaints(error: unknown, command: Command | undefined): readonly string[] {
  if (error instanceof UsageError) {
    const usage = error.command ?? command;
    return [`vigia: ${error.message}`, ...(usage ? [`usage: ${usageOf(usage)}`] : [])];
  }
  if (error instanceof SettingsError) return error.faults;
  if (error instanceof InvalidFields) {
    const fields = Object.entries(fieldTexts(error.details.fields ?? {}, 'en'));
    return fields.map(([name, faults]) => `${name}: ${faults.join(' ')}`);
  }
  if (error instanceof VigiaError && !error.cause) return [error.text.en];
  const reason = error instanceof VigiaError ? error.cause : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  const [, advice = ''] = ADVICE.find(([code]) => hasCode(error, code)) ?? [];
  return [`Vigia could not ${command === serveCommand ? 'start' : 'do this'}: ${message}${advice}`];
}
