import { type Finding, findingsOn } from './finding.js';

/** Limit of each check; those that ask one after the other have it for each question. */
export const CHECK_LIMIT_MS = 5000;

/** A check that takes this much longer than its own limits is given up. */
const SLACK_MS = 1000;

/**
 * Runs a check so that a failure or a hang becomes a finding instead of ending the diagnosis.
 *
 * @param questions number of questions that the check asks one after the other.
 */
export async function withinLimit<T>(
  check: string,
  work: () => Promise<T>,
  { questions = 1 } = {},
): Promise<T | Finding> {
  const { problem } = findingsOn(check);
  const limitMs = questions * CHECK_LIMIT_MS + SLACK_MS;
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<Finding>((resolve) => {
    const text = `This could not be checked within ${limitMs / 1000} s: a disk or a server does not answer.`;
    timer = setTimeout(() => resolve(problem(text)), limitMs);
  });
  try {
    return await Promise.race([work(), overdue]);
  } catch (error) {
    return problem(`This could not be checked: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a check was given up or failed. */
export function isFinding(result: unknown): result is Finding {
  return typeof result === 'object' && result !== null && 'level' in result;
}
