import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls `task` with a new folder, which is removed afterwards. */
export function inTemporaryFolder(task: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-release-'));
  try {
    task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
