import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';

/** The util-linux program that runs another one in a terminal; on other systems, different programs do this. */
const SCRIPT = '/usr/bin/script';

export const hasPseudoTerminal = process.platform === 'linux' && existsSync(SCRIPT);

/** Text to wait for, and text to type once it appears. */
type Turn = readonly [shown: string, typed: string];

/** Starts a program in a terminal, with only the path and the given variables in its environment. */
export function startOnTerminal(command: readonly string[], env: Record<string, string>) {
  const quoted = command.map((word) => `'${word}'`).join(' ');
  // A shell in between would get Ctrl-C as well, and end with its own code.
  const child = spawn(SCRIPT, ['-qec', `exec ${quoted}`, '/dev/null'], { env: { PATH: process.env.PATH, ...env } });
  onTestFinished(() => void child.kill());
  const ended = once(child, 'close').then(([code]) => code as number);
  let screen = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (shown: string) => {
    screen += shown;
  });
  return {
    ended,
    type: (typed: string) => void child.stdin.write(typed),
    /** Returns everything shown so far, without sequences for the cursor and colours. */
    screen: () => stripVTControlCharacters(screen).replaceAll('\r\n', '\n'),
    /** Resolves once the text appears after what was waited for before. @throws if the program ends first. */
    async whenShown(text: string): Promise<void> {
      while (!screen.slice(seen).includes(text)) {
        const outcome = await Promise.race([once(child.stdout, 'data'), ended]);
        if (!Array.isArray(outcome)) throw new Error(`It ended (${outcome}) without ${text}:\n${screen}`);
      }
      // Later texts may have come in the same piece.
      seen = screen.indexOf(text, seen) + text.length;
    },
  };
}

/** Runs a program in a terminal, typing each text once the one before it is shown. */
export async function runOnTerminal(command: readonly string[], turns: readonly Turn[], env: Record<string, string>) {
  const terminal = startOnTerminal(command, env);
  for (const [shown, typed] of turns) {
    await terminal.whenShown(shown);
    terminal.type(typed);
  }
  const code = await terminal.ended;
  return { code, screen: terminal.screen() };
}
