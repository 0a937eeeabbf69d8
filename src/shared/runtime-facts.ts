import { serverTimeZone } from './units/units.js';
import { vigiaVersion } from './vigia-version.js';

/** Facts about the process that do not change while it runs. */
export interface RuntimeFacts {
  readonly version: string;
  readonly nodeVersion: string;
  /** The zone in which the process tells times where nobody has chosen one. */
  readonly timeZone: string;
  /** Limit of the container or unit; null if only the machine's memory limits the process. */
  readonly memoryLimitBytes: number | null;
}

/** Systems without a limit report one of exabytes. */
const UNLIMITED_BYTES = 2 ** 50;

export function readRuntimeFacts(): RuntimeFacts {
  const limit = process.constrainedMemory();
  return {
    version: vigiaVersion,
    nodeVersion: process.versions.node,
    timeZone: serverTimeZone(),
    memoryLimitBytes: limit > 0 && limit < UNLIMITED_BYTES ? limit : null,
  };
}
