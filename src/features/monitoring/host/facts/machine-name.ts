import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The name an engine gives a container: the beginning of its id, so every container has a different one. */
const CONTAINER_ID = /^[0-9a-f]{12}$/;

/** The machine's own name, as seen from a container that shares its processes (`--pid host`) and may inspect them. */
const NAME_OF_MACHINE = '/proc/1/root/etc/hostname';

/**
 * Returns the name that `VIGIA_HOST_NAME` gives this machine, or else its host name. In a container that is only named
 * by its id, returns the machine's name if it can be read.
 */
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
