const TEXT_MAX_LENGTH = 200;

/** Longer ones are no words: tokens, ids, addresses of pages. */
const WORD_MAX_LENGTH = 24;

/**
 * What a mail server said, for staff and the log: one line, short, without addresses of people and without anything
 * that could be a secret (promise 30).
 */
export function providerText(response: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret !== '');
  const hidden = known.reduce((text, secret) => text.replaceAll(secret, '…'), response.toWellFormed());
  const words = hidden
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => (word.includes('@') || word.length > WORD_MAX_LENGTH ? '…' : word));
  const line = words.join(' ').replace(/…( …)+/g, '…');
  return line.length > TEXT_MAX_LENGTH ? `${line.slice(0, TEXT_MAX_LENGTH - 1).toWellFormed()}…` : line;
}
