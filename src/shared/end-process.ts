import { setTimeout } from 'node:timers/promises';

/** How long to wait for file operations to end on their own, and how often to check. */
const PATIENCE_MS = 300;
const LOOK_MS = 20;

/**
 * Ends the process with exit code 0. `process.exit` waits for the threads of Node's pool, and a thread waiting for a
 * hanging file system would keep the process alive until it is killed. Replacing the program ends all threads and keeps
 * the exit code, even as process 1 of a container, which cannot kill itself.
 */
export async function endProcess(): Promise<void> {
  for (let waitedMs = 0; isInFileOperation() && waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) await setTimeout(LOOK_MS);
  if (isInFileOperation()) process.execve?.(process.execPath, [process.execPath, '--eval', '']);
  process.exit();
}

function isInFileOperation(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));
}
