import { resembles } from '../../../../src/features/accounts/credentials/password-similarity';

/** A new password as it is being typed, and whose it is to be. */
export interface TypedPassword {
  readonly password: string;
  readonly repeated: string;
  /** First name, username and e-mail address, as far as they are known. */
  readonly about: readonly string[];
}

/** One requirement of a password, and whether what is typed meets it. */
export interface PasswordCheck {
  readonly requirement: 'longEnough' | 'notOnlyDigits' | 'notLikeYou' | 'repeated';
  readonly met: boolean;
}

const MIN_LENGTH = 8;

/**
 * Checks a password by the rules of the server (contract 3), but for its list of common ones: there the server
 * has the last word. Nothing typed meets nothing.
 */
export function checkPassword({ password, repeated, about }: TypedPassword): PasswordCheck[] {
  const typed = password !== '';
  return [
    {
      requirement: 'longEnough',
      met: [...password].length >= MIN_LENGTH,
    },
    {
      requirement: 'notOnlyDigits',
      met: typed && !/^\p{Nd}+$/u.test(password),
    },
    {
      requirement: 'notLikeYou',
      met: typed && !about.some((text) => resembles(password, text)),
    },
    {
      requirement: 'repeated',
      met: typed && password === repeated,
    },
  ];
}
