import { NotSent, Rejected } from '../../../../platform/outbox/delivery-failure.js';
import { OutgoingFailure } from '../../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingAnswer } from '../../../../platform/outgoing/send-request.js';
import { providerText } from '../../../../shared/text/provider-text.js';

/** Statuses meaning that a message will never be accepted, no matter how often it is sent. */
const FINAL_STATUSES: readonly number[] = [400, 413, 422];

/** Returns the parts of an answer that may be shown: its status, and its text without the secrets. */
function shownAnswer({ status, body }: OutgoingAnswer, secrets: readonly string[]): string {
  return [String(status), providerText(wordsOf(body.toString('utf8')), secrets)].filter(Boolean).join(' ');
}

/** Checks that a provider has accepted a message. @returns the provider's answer. @throws {Rejected | NotSent} */
export function checkTaken(answer: OutgoingAnswer, secrets: readonly string[], now: Date): string {
  const shown = shownAnswer(answer, secrets);
  if (answer.status >= 200 && answer.status <= 299) return shown;
  if (FINAL_STATUSES.includes(answer.status)) throw new Rejected('refused', shown);
  throw new NotSent('put_off', shown, retryAfterMs(answer, now));
}

/** Converts a failed request to a delivery failure; returns any other error unchanged. */
export function asDeliveryFailure(error: unknown): unknown {
  if (!(error instanceof OutgoingFailure)) return error;
  // Trying again would not help.
  if (error.reason === 'demonstration') return new Rejected('demonstration');
  return new NotSent(error.reason, error.detail, 0, error.isSilent);
}

/**
 * Extracts the message from a JSON answer, under any of the names that providers use. Returns any other text unchanged.
 */
function wordsOf(text: string): string {
  try {
    const { description, errorDescription, message, error } = JSON.parse(text) as Record<string, unknown>;
    const words = [description, errorDescription, message, error].find((each) => typeof each === 'string');
    if (typeof words === 'string') return words;
  } catch {
    // Not JSON, so return the text itself.
  }
  return text;
}

/**
 * Reads how long to wait: a number of seconds, or a date by the receiver's clock, which is compared with its `Date`
 * header.
 */
function retryAfterMs({ headers }: OutgoingAnswer, now: Date): number {
  const text = headers['retry-after'] ?? '';
  const sentMs = Date.parse(headers.date ?? '');
  const seconds = Number(text);
  const ms = Number.isNaN(seconds)
    ? Date.parse(text) - (Number.isNaN(sentMs) ? now.getTime() : sentMs)
    : seconds * 1000;
  return ms > 0 && Number.isFinite(ms) ? ms : 0;
}
