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
 * letter becomes a sign of its own, and so does every digit but the last six, which tell names apart that count up. Of long
 * names the middle is left out.
 */
export function linklessName(username: string): string {
  const characters = [...username];
  let figuresLeft = characters.filter(isFigure).length;
  const shown = characters.map((character) => {
    const isFigureTooMany = isFigure(character) && figuresLeft > LINKLESS_FIGURES_MAX;
    if (isFigure(character)) figuresLeft -= 1;
    if (isFigureTooMany) return MASK;
    return /[\p{L}\p{M}\p{N}_-]/u.test(character) ? character : (SIGNS[character] ?? MASK);
  });
  if (shown.length <= NAMED_MAX_LENGTH) return shown.join('');
  const half = (NAMED_MAX_LENGTH - 2) / 2;
  return `${shown.slice(0, half).join('')}…${shown.slice(-half).join('')}`;
}

/**
 * Several usernames in one mail, each as {@link linklessName} has it. Those that look alike then get a letter, in the order
 * given: `ana·lima (a)`. So all differ, and none is shown that a mail client would make a link of.
 */
export function linklessNames(usernames: readonly string[]): readonly string[] {
  const shown = usernames.map((username) => lookOf(linklessName(username)));
  return usernames.map((username, index) => {
    const look = shown[index];
    const alike = shown.flatMap((other, at) => (other === look ? [at] : []));
    const name = linklessName(username);
    return alike.length === 1 ? name : `${name} (${letterOf(alike.indexOf(index))})`;
  });
}

const MASK = '·';

/** What stands for signs that mail clients make links of. */
const SIGNS: Readonly<Record<string, string>> = { '.': MASK, '@': '•', '+': '+' };

function isFigure(character: string): boolean {
  return /\p{Nd}/u.test(character);
}

/** What readers take for the same: capitals or not, composed or not. */
function lookOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `a` to `z`, then `aa` and so on. */
function letterOf(index: number): string {
  const before = index < LETTERS.length ? '' : letterOf(Math.floor(index / LETTERS.length) - 1);
  return `${before}${LETTERS[index % LETTERS.length]}`;
}
