import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** The util-linux program that runs another one in a terminal; on other systems, different programs do this. */
const SCRIPT = '/usr/bin/script';

export const hasPseudoTerminal = process.platform === 'linux' && existsSync(SCRIPT);

/** Text to wait for, and text to type once it appears. */
type Turn = readonly [shown: string, typed: string];

export async function runOnTerminal(command: readonly string[], turns: readonly Turn[], env: Record<string, string>) {
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const child = spawn(SCRIPT, ['-qec', quoted, '/dev/null'], { env: { PATH: process.env.PATH, ...env } });
  onTestFinished(() => void child.kill());
  const ended = once(child, 'close');
  let screen = '';
  let seen = 0;
  const waiting = [...turns];
  child.stdout.setEncoding('utf8').on('data', (shown: string) => {
    screen += shown;
    const [text = '', typed = ''] = waiting[0] ?? [];
    if (waiting.length === 0 || !screen.slice(seen).includes(text)) return;
    waiting.shift();
    seen = screen.length;
    child.stdin.write(typed);
  });
  const [code] = await ended;
  return { code: code as number, screen: screen.replaceAll('\r\n', '\n') };
}
