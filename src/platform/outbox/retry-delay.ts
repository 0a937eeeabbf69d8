import type { OutboxMessage } from './outbox-message.entity.js';

const FIRST_MS = 60_000;

/** Longest delays for mails, and for messages to channels, where an alert loses value with every hour. */
const LONGEST_MS = 2 * 3_600_000;
const LONGEST_FOR_CHANNELS_MS = 30 * 60_000;

/** Random part of a delay, which keeps messages that failed together from being retried together. */
const JITTER = 0.25;

/**
 * Returns the delay after a failed try: a minute, doubled after each try up to the longest delay, plus up to a quarter.
 */
export function retryDelayMs(
  { tries, channelId }: Pick<OutboxMessage, 'tries' | 'channelId'>,
  random: () => number = Math.random,
): number {
  const longestMs = channelId === null ? LONGEST_MS : LONGEST_FOR_CHANNELS_MS;
  const delay = Math.min(FIRST_MS * 2 ** (tries - 1), longestMs);
  return Math.round(delay * (1 + JITTER * random()));
}
