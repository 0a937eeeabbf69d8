import { paths } from '../../paths';

const ANSWER_WITHIN_MS = 4_000;

/** Whether the server responds to a request; a response from a proxy in its place does not count. */
export async function isHealthy(): Promise<boolean> {
  try {
    const answer = await fetch(paths.health, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}
