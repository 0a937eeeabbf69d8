import { setTimeout } from 'node:timers/promises';

/** Time for file operations to end by themselves, looked at this often. */
const PATIENCE_MS = 300;
const LOOK_MS = 20;

/**
 * Ends the process with exit code 0. `process.exit` waits for the threads of Node's pool, and one that waits for a
 * hanging file system would keep it until somebody kills the process. Replacing the program ends all threads and keeps
 * the exit code, also as process 1 of a container, which cannot kill itself.
 */
export async function endProcess(): Promise<void> {
  for (let waitedMs = 0; isInFileOperation() && waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) await setTimeout(LOOK_MS);
  if (isInFileOperation()) process.execve?.(process.execPath, [process.execPath, '--eval', '']);
  process.exit();
}

function isInFileOperation(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));
}
