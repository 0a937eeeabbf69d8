import { fileURLToPath } from 'node:url';
import { releaseProgramPages } from '../agent/program-pages.js';
import { CommandFailure } from '../shared/errors/command-failure.js';
import { systemClock } from '../shared/time/clock.js';
import { vigiaVersion } from '../shared/vigia-version.js';
import { readArguments, UsageError } from './command.js';
import { agent } from './commands/agent-command.js';
import { formatUsage, helpOn } from './help.js';

/**
 * The program `vigia-agent`: the command `agent` alone. It is built into a single file without anything of the hub, so
 * that it needs little memory (decision 107); messages for people are in English.
 */
const PROGRAM = 'vigia-agent';

/** Beside the built program, where the build has put it. */
const KOFFI = new URL(`../agent/koffi-${process.arch}.node`, import.meta.url);

async function run(args: readonly string[]): Promise<void> {
  if (args[0] === '--version') return console.log(vigiaVersion);
  const given = readArguments(agent, args);
  if (given === 'help') console.log(asOwn(helpOn(agent)));
  else {
    releaseProgramPages(fileURLToPath(KOFFI), systemClock);
    await agent.run(given);
  }
}

/** Names the program in a text about the command. */
function asOwn(text: string): string {
  return text.replaceAll('vigia agent', PROGRAM);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${PROGRAM}: ${error.message}\nusage: ${asOwn(formatUsage(agent))}`);
  else if (error instanceof CommandFailure) console.error(error.message);
  else console.error(error);
  process.exit(error instanceof UsageError ? 2 : 1);
});
