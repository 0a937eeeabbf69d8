import { type Settings, SettingsError } from '../../../../settings/settings.js';
import { startDeadline } from '../bounded-source.js';
import { sizesOf } from './sizes.js';

const MONITORED_PATH_MS = 5000;

/** @throws {SettingsError} when the path does not exist, or its file system does not answer. */
export async function checkMonitoredPath({ monitoredPath }: Settings): Promise<void> {
  const fail = (why: string) => {
    throw new SettingsError([`MONITORED_PATH cannot be used: ${why}`]);
  };
  const deadline = startDeadline(MONITORED_PATH_MS);
  const timeout = deadline.passed.then(() => fail('its file system does not answer'));
  await Promise.race([sizesOf(monitoredPath).catch((error: Error) => fail(error.message)), timeout]);
  deadline.cancel();
}
