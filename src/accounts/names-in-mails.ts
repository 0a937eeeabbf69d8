/** The longest first name that a mail greets. */
const GREETED_MAX_LENGTH = 50;

/** The longest username that a mail names. */
const NAMED_MAX_LENGTH = 30;

/** The shortest telephone numbers that clients recognise have seven digits. */
const LINKLESS_FIGURES_MAX = 6;

/**
 * Whether a first name may appear in a greeting. Visitors can register the address of another person, so a name that reads
 * like a message, or that mail clients would turn into a link, is left out: it could be used to send spam (promise 45).
 */
export function isPlainName(name: string): boolean {
  return name.length <= GREETED_MAX_LENGTH && /^[\p{L}\p{M}'’ -]+$/u.test(name);
}

/**
 * Whether a username may appear in a mail because no mail client turns it into a link. Clients do so with a dot, an
 * `@` or a slash between letters, and with digits that may be a telephone number, whatever stands between them.
 */
export function isLinkless(username: string): boolean {
  const figures = username.match(/\p{Nd}/gu) ?? [];
  return (
    username.length <= NAMED_MAX_LENGTH &&
    /^[\p{L}\p{M}\p{N}_-]+$/u.test(username) &&
    figures.length <= LINKLESS_FIGURES_MAX
  );
}

/**
 * A username as its owner knows it again and no mail client makes a link of it: `ana.lima` as `ana·lima`. What is not a
 * letter, and every digit from the seventh on, becomes a dot in the middle of the line.
 */
export function linklessName(username: string): string {
  let figures = 0;
  const shown = [...username].map((character) => {
    if (/\p{Nd}/u.test(character)) figures += 1;
    const isFigureTooMany = figures > LINKLESS_FIGURES_MAX && /\p{Nd}/u.test(character);
    return /[\p{L}\p{M}\p{N}_-]/u.test(character) && !isFigureTooMany ? character : '·';
  });
  return shown.length <= NAMED_MAX_LENGTH ? shown.join('') : `${shown.slice(0, NAMED_MAX_LENGTH - 1).join('')}…`;
}
