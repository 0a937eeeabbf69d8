import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the command that runs this installation, since a clone has no `vigia`. */
export function ownCommand(): string {
  const isClone = existsSync(join(dirname(process.argv[1] ?? ''), '../scripts/build.ts'));
  return isClone ? 'npm run vigia --' : 'vigia';
}
