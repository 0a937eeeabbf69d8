import { execFileSync, spawnSync } from 'node:child_process';

/** A release cannot be made here; the message says why in one sentence. */
export class ReleaseFailure extends Error {}

/** Runs a program and returns its output; what it says besides is shown. @throws if it fails. */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): string {
  const env = { ...process.env, ...options.env };
  return execFileSync(program, args, { ...options, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Whether a program is installed, by asking it something harmless. */
export function isInstalled(program: string, ...question: readonly string[]): boolean {
  return spawnSync(program, question, { stdio: 'ignore' }).status === 0;
}
