/** Maximum length of a first name in a greeting. */
const GREETED_MAX_LENGTH = 50;

/** Maximum length of a username in a mail. */
const NAMED_MAX_LENGTH = 30;

/** Maximum number of digits shown: one less than in the shortest telephone numbers that mail clients recognise. */
const LINKLESS_FIGURES_MAX = 6;

/**
 * Whether a first name may appear in a greeting. Visitors can register somebody else's address, so names that read like
 * a message, or that mail clients would turn into a link, are left out: they could be used for spam (promise 45).
 */
export function isPlainName(name: string): boolean {
  return name.length <= GREETED_MAX_LENGTH && /^[\p{L}\p{M}'’ -]+$/u.test(name);
}

/**
 * Whether no mail client turns a username into a link, so that it may appear in a mail as it is. Clients create links
 * for a dot, an `@` or a slash between letters, and for digits that could be a telephone number, regardless of the
 * characters between them.
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
 * Formats a username so that its owner recognises it and no mail client turns it into a link: `ana.lima` as `ana·lima`.
 * Special characters are masked, and so are all digits but the last six, which distinguish numbered names. Long names
 * are shortened in the middle.
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
 * Formats several usernames for one mail with {@link linklessName}. Names that look alike afterwards get a letter, in
 * the given order: `ana·lima (a)`. All results differ, and no mail client turns any of them into a link.
 */
export function linklessNames(usernames: readonly string[]): readonly string[] {
  const shown = usernames.map((username) => normaliseLook(linklessName(username)));
  return usernames.map((username, index) => {
    const look = shown[index];
    const alike = shown.flatMap((other, at) => (other === look ? [at] : []));
    const name = linklessName(username);
    return alike.length === 1 ? name : `${name} (${letterOf(alike.indexOf(index))})`;
  });
}

const MASK = '·';

/** Replacements for characters that mail clients turn into links. */
const SIGNS: Readonly<Record<string, string>> = { '.': MASK, '@': '•', '+': '+' };

function isFigure(character: string): boolean {
  return /\p{Nd}/u.test(character);
}

/**
 * Normalises a name so that two names that look the same to readers compare as equal, ignoring case and Unicode
 * composition.
 */
function normaliseLook(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns `a` to `z`, then `aa` and so on. */
function letterOf(index: number): string {
  const before = index < LETTERS.length ? '' : letterOf(Math.floor(index / LETTERS.length) - 1);
  return `${before}${LETTERS[index % LETTERS.length]}`;
}
