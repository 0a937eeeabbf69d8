import { readFile } from 'node:fs/promises';

let latest: Promise<unknown> = Promise.resolve();

/**
 * Reads a file of sysfs that asks a device, such as a sensor or a network card; resolves to undefined if it cannot be
 * read. A device may hang. Unlike files that the kernel has in memory, these are therefore read asynchronously, and one
 * at a time in the whole process, so that they occupy only one of its few threads.
 */
export function readDeviceFile(path: string): Promise<string | undefined> {
  const text = latest.then(() =>
    readFile(path, 'utf8').then(
      (content) => content.trim(),
      () => undefined,
    ),
  );
  latest = text;
  return text;
}
