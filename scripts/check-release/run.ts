import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface RunOptions {
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end, whatever its exit code. Standard input is empty unless given, so questions fail. */
export async function attempt(command: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: options.cwd, env: options.env ?? process.env });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/**
 * Runs a program and returns its standard output.
 *
 * @throws with the end of its output if it exits with anything but 0.
 */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, out, err } = await attempt(command, options);
  if (code === 0) return out;
  throw new Error(`${command.join(' ')} ended with ${code}:\n${`${out}\n${err}`.trim().slice(-SHOWN_CHARACTERS)}`);
}

const SHOWN_CHARACTERS = 3000;

/** Whether a program can be started; its exit code does not matter. */
export async function isThere(program: string): Promise<boolean> {
  return attempt([program, '--version']).then(
    () => true,
    () => false,
  );
}
