import { NotSent, Rejected } from '../../../../platform/outbox/delivery-failure.js';
import { OutgoingFailure } from '../../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingAnswer } from '../../../../platform/outgoing/send-request.js';
import { providerText } from '../../../../shared/text/provider-text.js';

/** What says that this very message will never be taken, however often it is sent. */
const FINAL_STATUSES: readonly number[] = [400, 413, 422];

/** As much of an answer as may be shown: its status, and its own words without the secrets. */
function shownAnswer({ status, body }: OutgoingAnswer, secrets: readonly string[]): string {
  return [String(status), providerText(wordsOf(body.toString('utf8')), secrets)].filter(Boolean).join(' ');
}

/** Checks that a provider has taken a message. @returns what it answered. @throws {Rejected | NotSent} */
export function checkTaken(answer: OutgoingAnswer, secrets: readonly string[]): string {
  const shown = shownAnswer(answer, secrets);
  if (answer.status >= 200 && answer.status <= 299) return shown;
  if (FINAL_STATUSES.includes(answer.status)) throw new Rejected('refused', shown);
  throw new NotSent('put_off', shown, retryAfterMs(answer));
}

/** The failure of a delivery that a failed request is; anything else as it is. */
export function deliveryFailureOf(error: unknown): unknown {
  return error instanceof OutgoingFailure ? new NotSent(error.reason, error.detail, 0, error.isSilent) : error;
}

/** The sentence of an answer in JSON, by the names that providers give it; any other text as it is. */
function wordsOf(text: string): string {
  try {
    const { description, errorDescription, message, error } = JSON.parse(text) as Record<string, unknown>;
    const words = [description, errorDescription, message, error].find((each) => typeof each === 'string');
    if (typeof words === 'string') return words;
  } catch {
    // Not JSON.
  }
  return text;
}

/** A number of seconds; dates are not heeded. */
function retryAfterMs({ headers }: OutgoingAnswer): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
