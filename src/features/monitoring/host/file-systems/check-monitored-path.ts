import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Settings, SettingsError } from '../../../../settings/settings.js';
import { startDeadline } from '../bounded-source.js';
import { findMount } from './mounts.js';
import { readSizes } from './sizes.js';

const MONITORED_PATH_MS = 5000;

/** @throws {SettingsError} if the path does not exist or its file system does not answer. */
export async function checkMonitoredPath({ monitoredPath }: Settings): Promise<void> {
  const fault = await faultOfPath(monitoredPath);
  if (fault !== undefined) throw new SettingsError([`MONITORED_PATH cannot be used: ${fault}`]);
}

/** Returns why a path cannot be monitored; undefined if it can. */
export async function faultOfPath(path: string): Promise<string | undefined> {
  const deadline = startDeadline(MONITORED_PATH_MS);
  const fault = readSizes(path).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const timeout = deadline.passed.then(() => 'its file system does not answer');
  return Promise.race([fault, timeout]).finally(deadline.cancel);
}

/**
 * Returns the default monitored path: the root, or `/var` if the root is an image that never changes, as on CoreOS.
 * `mounts` is the text of `/proc/self/mountinfo`.
 */
export function usualPath(mounts = ownMounts()): string {
  const isImage = findMount('/', mounts)?.isReadOnly === true && findMount('/var', mounts)?.isReadOnly === false;
  return isImage ? '/var' : resolve('/');
}

function ownMounts(): string {
  return process.platform === 'linux' ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
}
