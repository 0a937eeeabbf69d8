const TEXT_MAX_LENGTH = 200;

/** Longer words are removed because they may be tokens, ids or URLs. */
const WORD_MAX_LENGTH = 24;

/**
 * Returns a mail server's response in a form for staff and the log: truncated to one short line, without e-mail
 * addresses and possible secrets (promise 30).
 */
export function providerText(answer: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret !== '');
  const hidden = known.reduce((text, secret) => text.replaceAll(secret, '…'), answer.toWellFormed());
  const words = hidden
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => (word.includes('@') || word.length > WORD_MAX_LENGTH ? '…' : word));
  const line = words.join(' ').replace(/…( …)+/g, '…');
  return line.length > TEXT_MAX_LENGTH ? `${line.slice(0, TEXT_MAX_LENGTH - 1).toWellFormed()}…` : line;
}
