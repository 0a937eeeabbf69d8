import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The name that an engine gives a container: the beginning of its id, another one for each. */
const CONTAINER_ID = /^[0-9a-f]{12}$/;

/** The machine's own name as a container with its processes (`--pid host`) and the right to look at them sees it. */
const NAME_OF_MACHINE = '/proc/1/root/etc/hostname';

/** Returns the name that `VIGIA_HOST_NAME` gives this machine, else the one that it has. */
export function machineName(given: string | undefined): string {
  if (given !== undefined) return given;
  const own = hostname();
  return CONTAINER_ID.test(own) ? (readName(NAME_OF_MACHINE) ?? own) : own;
}

function readName(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
