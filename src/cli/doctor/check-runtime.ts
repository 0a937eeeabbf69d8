import type { RuntimeFacts } from '../../shared/runtime-facts.js';
import { type Finding, findingsOn } from './finding.js';

/** An idle service takes about half of this; a history, exports and many users more. */
const MEMORY_MIN_BYTES = 256 * 2 ** 20;

/**
 * Checks the process: Node's version, its memory limit and its time zone.
 *
 * @param facts those of the service if it runs, otherwise of this command.
 * @param typedZone the variable `TZ`, in the environment or in `.env`.
 */
export function checkRuntime(facts: RuntimeFacts, typedZone: string | undefined): readonly Finding[] {
  const { nodeVersion, memoryLimitBytes, timeZone } = facts;
  return [
    findingsOn('node').ok(`Node.js ${nodeVersion}.`),
    judgeMemory(memoryLimitBytes),
    judgeTimeZone(timeZone, typedZone),
  ];
}

function judgeMemory(limitBytes: number | null): Finding {
  const { ok, warning } = findingsOn('memory');
  if (limitBytes === null) return ok("No limit below the machine's own memory.");
  const limit = `The memory limit is ${Math.round(limitBytes / 2 ** 20)} MiB`;
  if (limitBytes < MEMORY_MIN_BYTES) {
    return warning(`${limit}: allow at least ${MEMORY_MIN_BYTES / 2 ** 20} MiB, or the service may be killed.`);
  }
  return ok(`${limit}.`);
}

function judgeTimeZone(timeZone: string, typedZone: string | undefined): Finding {
  const { ok, warning } = findingsOn('time zone');
  const uses = `Times are told in ${timeZone} where nobody has chosen a zone`;
  if (!typedZone && timeZone === 'UTC') {
    return ok(`${uses}, since TZ is not set: set it if that is not meant, for example TZ=America/Sao_Paulo.`);
  }
  if (!typedZone || isSameZone(typedZone, timeZone)) return ok(`${uses}.`);
  return warning(
    `${uses}, although TZ is ${typedZone}: correct the name if it is none, and set TZ in the environment of the service, not in .env.`,
  );
}

/** Whether two names are of one zone; false if either is unknown. */
function isSameZone(typed: string, timeZone: string): boolean {
  const resolve = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  try {
    return resolve(typed.replace(/^:/, '')) === resolve(timeZone);
  } catch {
    return false;
  }
}
