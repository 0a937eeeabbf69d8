import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AtTheEnd } from './at-the-end.js';

/** Creates a folder that is removed at the end of the test. */
export function temporaryFolder(atTheEnd: AtTheEnd = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  atTheEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
