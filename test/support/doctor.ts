import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Finding, Level } from '../../src/cli/doctor/finding.js';
import { commandLine } from './processes/command-line.js';

/** Runs `vigia doctor --json`. @returns its exit code and findings, as `level: text` by subject. */
export async function runDoctor(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) {
  const { code, out, err } = await commandLine(dataDir, environment).run(['doctor', '--json', ...args]);
  expect(err).toBe('');
  const { worst, findings } = JSON.parse(out) as { readonly worst: Level; readonly findings: readonly Finding[] };
  const on = (check: string) =>
    findings.filter((finding) => finding.check === check).map(({ level, text }) => `${level}: ${text}`);
  return { code, worst, findings, on, bad: findings.filter(({ level }) => level !== 'ok') };
}

/**
 * Describes every file in a folder: its content, size, permissions and when it was written. Leaves out the index that
 * SQLite keeps beside a log, which every reader may rebuild.
 */
export function folderState(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  const state = (path: string) => {
    const { size, mode, uid, mtimeMs } = statSync(path);
    return [size, mode.toString(8), uid, mtimeMs].join(' ');
  };
  const ofFiles = names.sort().map((name) => {
    const path = join(folder, name);
    return [name, `${state(path)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`] as const;
  });
  return { '.': state(folder), ...Object.fromEntries(ofFiles) };
}
