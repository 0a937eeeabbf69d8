import { passwordCheckMessages as messages } from './password-checks.messages';
import { say } from './say';

/** A new password as it is being typed, and whose it is to be. */
export interface TypedPassword {
  readonly password: string;
  readonly repeated: string;
  /** First name, username and e-mail address, as far as they are known. */
  readonly about: readonly string[];
}

/** One demand on a password, and whether what is typed meets it. */
export interface PasswordCheck {
  readonly demand: 'longEnough' | 'notOnlyDigits' | 'notLikeYou' | 'repeated';
  readonly text: string;
  readonly met: boolean;
}

const MIN_LENGTH = 8;
const SIMILARITY_LIMIT = 0.7;
const ABOUT_MAX_LENGTH = 300;

/**
 * Checks a password by the rules of the server (contract section 3), but for its list of common ones: there the server
 * has the last word. Nothing typed meets nothing.
 */
export function checkPassword({ password, repeated, about }: TypedPassword): PasswordCheck[] {
  const typed = password !== '';
  const lower = password.toLowerCase();
  return [
    {
      demand: 'longEnough',
      text: say(messages.longEnough),
      met: [...password].length >= MIN_LENGTH,
    },
    {
      demand: 'notOnlyDigits',
      text: say(messages.notOnlyDigits),
      met: typed && !/^\p{Nd}+$/u.test(password),
    },
    {
      demand: 'notLikeYou',
      text: say(messages.notLikeYou),
      met: typed && !about.some((text) => resembles(lower, text)),
    },
    {
      demand: 'repeated',
      text: say(messages.repeated),
      met: typed && password === repeated,
    },
  ];
}

function resembles(password: string, text: string): boolean {
  if (text.length > ABOUT_MAX_LENGTH) return false;
  const whole = text.trim().normalize('NFKC').toLowerCase();
  const words = [...whole.split(/[^\p{L}\p{N}_]+/u), whole];
  return words.some((word) => similarity([...password], [...word]) >= SIMILARITY_LIMIT);
}

/** Twice the characters that two texts share, in any order, over all that they have. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const rest = [...b];
  const shared = a.filter((character) => {
    const at = rest.indexOf(character);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (a.length + b.length);
}
