import { randomBytes } from 'node:crypto';
import { chmod, link, open, rm } from 'node:fs/promises';
import { hasCode } from '../shared/errors/has-code.js';

/**
 * Creates a file of mode 0600 containing one line; the content is on disk before the file gets its name. Two processes
 * that call this simultaneously agree on one line.
 *
 * @returns the line in the file, which is another process's if that process was first.
 */
export async function createOnce(
  file: string,
  line: string,
  read: (file: string) => Promise<string | undefined>,
): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${line}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(draft, 0o600);
    await link(draft, file);
    return line;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return (await read(file)) ?? Promise.reject(error);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
